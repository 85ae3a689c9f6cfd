import { constants, createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyTable, NumberTable } from '@parley/archive';
import type { Tell } from '../reading/chunks.ts';
import { idOf, numberOf } from '../reading/values.ts';
import type { MongoDump } from './dump.ts';

/** Files that may be incomplete at once. A dump has the chunks of a file together, apart from files that were uploaded at one time. */
const maxOpen = 1_000;

/** A file of GridFS, while its contents can be read. */
export type GridFile = {
  readonly id: string;
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly size: number;
};

/** Length of a file, and of all its chunks but the last. */
export type FileSize = { readonly length: number; readonly chunk: number };

/** The sizes of files in a bucket, by their IDs. */
class FileSizes {
  private readonly ids: KeyTable;
  private readonly sizes: NumberTable;

  constructor(folder: string | undefined) {
    this.ids = new KeyTable(folder);
    this.sizes = new NumberTable(2, folder);
  }

  add(id: string, { length, chunk }: FileSize): void {
    if (this.ids.addNew(id)) this.sizes.add(length, chunk);
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  get(id: string): FileSize | undefined {
    const row = this.ids.find(id);
    return row === undefined ? undefined : { length: this.sizes.get(row, 0), chunk: this.sizes.get(row, 1) };
  }
}

type Unfinished = { path: string; bytes: number };

/**
 * Yields the files of a bucket, each as soon as its last chunk was read. Chunks are kept in temporary files, which are removed when the
 * next file is asked for, so that little more than one file is stored at once.
 * @param wanted sizes of files by ID
 */
export async function* gridFiles(
  dump: MongoDump,
  bucket: string,
  wanted: FileSizes,
  tell: Tell,
): AsyncIterable<GridFile> {
  const folder = await mkdtemp(join(dump.temporaryFolder ?? tmpdir(), 'parley-bucket-'));
  const unfinished = new Map<string, Unfinished>();
  let count = 0;
  try {
    for await (const { value, where } of dump.documents(`${bucket}.chunks`, tell)) {
      const id = idOf(value.files_id);
      const size = id === undefined ? undefined : wanted.get(id);
      if (id === undefined || !size || !(value.data instanceof Uint8Array)) continue;
      let file = unfinished.get(id);
      if (!file) {
        if (unfinished.size >= maxOpen) {
          tell({
            finding: 'mixed-chunks',
            where,
            example: 'Chunks of too many files are mixed. A file is left out.',
            leftOut: 'files',
          });
          continue;
        }
        file = { path: join(folder, String(count++)), bytes: 0 };
        unfinished.set(id, file);
      }
      const position = (numberOf(value.n) ?? 0) * size.chunk;
      if (position < 0 || position + value.data.length > size.length) {
        tell({ finding: 'broken-file', where, example: 'A chunk lies beyond the end of its file.' });
        continue;
      }
      await write(file.path, value.data, position);
      file.bytes += value.data.length;
      if (file.bytes < size.length) continue;
      unfinished.delete(id);
      const { path } = file;
      yield { id, size: size.length, open: () => createReadStream(path) };
      await rm(path, { force: true });
    }
    for (const [id] of unfinished) {
      tell({
        finding: 'missing-file',
        where: `${bucket}.chunks`,
        example: `Chunks of the file ${id.slice(0, 40)} are missing.`,
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(path: string, data: Uint8Array, position: number): Promise<void> {
  // Chunks may come in any order.
  const handle = await open(path, constants.O_CREAT | constants.O_WRONLY, 0o600);
  try {
    await handle.write(data, 0, data.length, position);
  } finally {
    await handle.close();
  }
}

/** Returns the sizes of those files in a bucket that are wanted. */
export async function fileSizes(
  dump: MongoDump,
  bucket: string,
  tell: Tell,
  isWanted: (id: string) => boolean,
): Promise<FileSizes> {
  const sizes = new FileSizes(dump.temporaryFolder);
  for await (const { value } of dump.documents(`${bucket}.files`, tell)) {
    const id = idOf(value._id);
    const length = numberOf(value.length);
    const chunk = numberOf(value.chunkSize) ?? 261_120;
    if (id === undefined || length === undefined || length <= 0 || chunk <= 0 || !isWanted(id)) continue;
    sizes.add(id, { length, chunk });
  }
  return sizes;
}
