import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Body } from '@parley/test-kit';

/** An unpacked archive: its files by path. `list` returns a list that may be split over several files. */
export type Archive = { files: Map<string, string>; list(name: string): Body[] };

/** Unpacks the archive of an export. */
export async function unpack(bytes: ArrayBuffer): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-export-'));
  try {
    execFileSync('tar', ['-xzf', '-', '-C', folder], { input: Buffer.from(bytes) });
    const paths = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = new Map<string, string>();
    for (const path of paths.filter((each) => each.isFile())) {
      const full = join(path.parentPath, path.name);
      files.set(full.slice(folder.length + 1), await readFile(full, 'utf8'));
    }
    const list = (name: string) =>
      [...files]
        .filter(([path]) => path.startsWith(`${name}/`) && path.endsWith('.json'))
        .flatMap(([, text]) => JSON.parse(text) as Body[]);
    return { files, list };
  } finally {
    await rm(folder, { recursive: true });
  }
}
