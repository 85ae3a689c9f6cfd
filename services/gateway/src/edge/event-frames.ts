import type { StreamedEvents } from '../context.ts';

/** Time in milliseconds after which `EventSource` opens the next stream when one has ended. */
const retryMs = 500;

/** The first text of a stream. Browsers' `EventSource` otherwise waits for some seconds before the next stream. */
export const firstText = `retry: ${retryMs}\n\n`;

/** The chunk that ends a body (RFC 9112, section 7.1). */
export const lastChunk = '0\r\n\r\n';

/** Returns a text in ASCII as a chunk of HTTP/1.1 (RFC 9112, section 7.1). */
export const asChunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Returns an answer as a message of a stream. */
export const messageOf = (events: StreamedEvents): Buffer => framesOf(events).message;

/**
 * Returns an answer as a message of a stream, framed as a chunk of HTTP/1.1. All streams that receive the same events
 * write the same bytes: `response.write` would frame them for each stream, which costs more than the rest of a copy.
 */
export const chunkOf = (events: StreamedEvents): Buffer => framesOf(events).chunk;

type Frames = { readonly message: Buffer; readonly chunk: Buffer };

/** The events that were framed last. Many streams in a row get the same events. */
let lastEvents: StreamedEvents | undefined;
let lastFrames: Frames | undefined;

function framesOf(events: StreamedEvents): Frames {
  if (events === lastEvents) return lastFrames!;
  const { eventsJson, lastEventId } = events;
  // JSON escapes line breaks, so the array is one line.
  const message = Buffer.concat([Buffer.from(`id: ${lastEventId}\ndata: `), eventsJson, Buffer.from('\n\n')]);
  const size = Buffer.from(`${message.length.toString(16)}\r\n`);
  lastEvents = events;
  lastFrames = { message, chunk: Buffer.concat([size, message, Buffer.from('\r\n')]) };
  return lastFrames;
}
