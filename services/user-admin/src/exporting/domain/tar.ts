/** Writes archives in the ustar format (POSIX.1-1988), which every tar program can read. */

export type Entry = {
  /** Path in the archive: at most 100 ASCII characters. */
  name: string;
  /** Size of the content in bytes, below 8 GiB. It must be exact, because it is written before the content. */
  size: number;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

const blockBytes = 512;
const maxSize = 8 ** 11;

export const entryOf = (name: string, content: Buffer): Entry => ({
  name,
  size: content.length,
  chunks: [content],
});

/**
 * Yields the bytes of an archive.
 * @param modifiedAt modification time of all files, in seconds since the Unix epoch
 * @throws Error for an entry whose content has another size than stated, or whose name or size the format does not permit
 */
export async function* tar(
  entries: AsyncIterable<Entry>,
  modifiedAt: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { name, size, chunks } of entries) {
    yield header(name, size, modifiedAt);
    let written = 0;
    for await (const chunk of chunks) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`The file ${name} of the archive has another size.`);
    const padding = -size & (blockBytes - 1);
    if (padding > 0) yield Buffer.alloc(padding);
  }
  yield Buffer.alloc(2 * blockBytes);
}

function header(name: string, size: number, modifiedAt: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new Error(`The name ${name} does not fit into an archive.`);
  if (size >= maxSize) throw new Error(`The file ${name} is too large for an archive.`);
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0, 'latin1');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(modifiedAt, 136, 12);
  // Writes the type of an ordinary file, then the format's magic number and version. The fields between them stay empty.
  block.write('0', 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  // The checksum is computed with blanks in the checksum field.
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
