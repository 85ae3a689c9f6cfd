import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { chunksOf, errorMessage } from '@parley/core';
import { SourceProblem } from '../records.ts';
import type { SourceLimits } from './limits.ts';

/** Space on the disk that is left free, in bytes. */
const spareBytes = 512 * 2 ** 20;

/**
 * Unpacks a gzip file into a temporary folder, because it cannot be read at random places.
 * @throws SourceProblem when it is damaged, is a bomb, or needs more space than there is
 */
export async function gunzipToTemporary(
  path: string,
  limits: SourceLimits,
  folder = tmpdir(),
): Promise<{ path: string } & AsyncDisposable> {
  const name = basename(path);
  const temporary = await mkdtemp(join(folder, 'parley-archive-'));
  const dispose = () => rm(temporary, { recursive: true, force: true });
  try {
    const { bavail, bsize } = await statfs(temporary);
    const room = Math.min(limits.maxBytes, Math.max(0, bavail * bsize - spareBytes));
    const input = createReadStream(path);
    const unpacked = input.pipe(createGunzip());
    input.on('error', (error) => unpacked.destroy(error));
    const out = await open(join(temporary, 'unpacked'), 'wx', 0o600);
    let written = 0;
    try {
      for await (const chunk of chunksOf(unpacked)) {
        written += chunk.length;
        if (written > room)
          throw new SourceProblem('archive-too-large', name, 'There is no space to unpack the archive.');
        if (written > limits.freeBytes && written > input.bytesRead * limits.maxRatio) {
          throw new SourceProblem('zip-bomb', name, 'The archive is unpacked to many times its size.');
        }
        await out.write(chunk);
      }
    } finally {
      await out.close();
      input.destroy();
    }
    return { path: join(temporary, 'unpacked'), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    if (error instanceof SourceProblem) throw error;
    throw new SourceProblem('broken-archive', name, `The archive cannot be unpacked: ${errorMessage(error)}`);
  }
}
