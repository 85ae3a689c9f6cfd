/** Yields the bytes of a stream, whose type does not tell what it carries. @throws TypeError for text and objects */
export async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('The stream carries no bytes.');
    yield chunk;
  }
}

/** Joins chunks. @throws the error of `tooLong` as soon as they have more than `maxBytes` together */
export async function boundedBytes(
  arriving: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of arriving) {
    length += chunk.length;
    if (length > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
