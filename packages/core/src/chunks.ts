/** Yields the bytes of a stream, whose type does not tell what it carries. @throws TypeError for text and objects */
export async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('The stream carries no bytes.');
    yield chunk;
  }
}
