import type { StreamedEvents } from '../../context.ts';

/** Time in milliseconds for which a browser's `EventSource` waits after the end of a stream before it opens the next one. */
const retryMs = 500;

/** The first text of a stream. It sets the wait before the next stream, which is several seconds by default in browsers. */
export const firstText = `retry: ${retryMs}\n\n`;

/** The chunk that ends a body (RFC 9112, section 7.1). */
export const lastChunk = '0\r\n\r\n';

/** Returns an ASCII text as a chunk of HTTP/1.1 (RFC 9112, section 7.1). */
export const asChunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Returns a batch of events as one server-sent message. */
export const messageOf = (events: StreamedEvents): Buffer => framesOf(events).message;

/**
 * Returns a batch of events as one server-sent message inside a chunk of HTTP/1.1. The bytes are built once for all streams
 * that receive the same events. `response.write` would frame the message for each stream, which would cost more than all the
 * rest.
 */
export const chunkOf = (events: StreamedEvents): Buffer => framesOf(events).chunk;

type Frames = { readonly message: Buffer; readonly chunk: Buffer };

/** The batch of events that was framed last. It is cached because many streams in a row get the same batch. */
let last: { readonly events: StreamedEvents; readonly frames: Frames } | undefined;

function framesOf(events: StreamedEvents): Frames {
  if (events === last?.events) return last.frames;
  const { eventsJson, lastEventId } = events;
  // JSON escapes line breaks, so the array is one line, as a `data:` field requires.
  const message = Buffer.concat([Buffer.from(`id: ${lastEventId}\ndata: `), eventsJson, Buffer.from('\n\n')]);
  const size = Buffer.from(`${message.length.toString(16)}\r\n`);
  const frames = { message, chunk: Buffer.concat([size, message, Buffer.from('\r\n')]) };
  last = { events, frames };
  return frames;
}
