import { errors } from '@parley/core';
import type { MessageStream } from '@parley/rpc';

type Frame = { frame: { $case: 'data'; data: Buffer } | { $case: 'finish'; finish: object } };

/**
 * Sends bytes to the service that stores them, at its pace, and returns its answer. A refusal ends it at once;
 * bytes that break off are broken off there too.
 */
export async function sendBytes<Answer, Request>(
  stream: MessageStream<Answer, Request>,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Answer> {
  const frame = (value: Frame) => stream.send(value as Request);
  const answer = firstOf(stream);
  const pump = async (): Promise<Answer> => {
    for await (const chunk of chunks) {
      const data = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (!frame({ frame: { $case: 'data', data } })) await stream.drained();
    }
    frame({ frame: { $case: 'finish', finish: {} } });
    stream.end();
    return await answer;
  };
  try {
    // The answer comes before the last byte only if it is a refusal.
    return await Promise.race([pump(), answer]);
  } catch (error) {
    stream.cancel();
    throw error;
  }
}

async function firstOf<Answer>(stream: AsyncIterable<Answer>): Promise<Answer> {
  for await (const each of stream) return each;
  throw errors.unavailable();
}
