import type { ServerResponse } from 'node:http';
import type { EventStream, EventTarget, StreamedEvents } from '../context.ts';
import { isPlain } from './one-write.ts';

/** Bytes that may wait for a client that reads slowly. The stream ends above. */
const maxUnsentBytes = 256 * 1024;
/** Time in milliseconds in which a client must read the rest of a stream that has ended. */
const restMs = 30_000;
/** Time in milliseconds after which `EventSource` opens the next stream when one has ended. */
const retryMs = 500;

type Headers = Record<string, string | string[] | number>;

/** Sends events as server-sent events (HTML standard, "Server-sent events"): one message for each answer. */
export function respondEvents(response: ServerResponse, headers: Headers, stream: EventStream): void {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    // Proxies must neither collect nor compress the events. The second header is nginx's.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  // Browsers' `EventSource` otherwise waits for some seconds before it opens the next stream.
  response.write(`retry: ${retryMs}\n\n`);
  // A response behind another one on its connection (pipelining) has no socket yet.
  const isDirect = isPlain(response) && response.socket !== null;
  stream.pipe(isDirect ? new DirectTarget(response) : new ResponseTarget(response));
}

/** Writes events with the response's own framing, for connections other than plain HTTP/1.1. */
class ResponseTarget implements EventTarget {
  readonly response: ServerResponse;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  write(events: StreamedEvents): boolean {
    const { response } = this;
    if (!response.destroyed) response.write(framesOf(events).message);
    return response.writableLength <= maxUnsentBytes;
  }

  end(): void {
    const { response } = this;
    response.end();
    if (response.writableFinished || response.destroyed) return;
    const timer = setTimeout(() => response.destroy(), restMs);
    response.once('close', () => clearTimeout(timer));
  }
}

/**
 * Writes events to the socket, framed as chunks of HTTP/1.1. All streams that receive the same events write the same
 * bytes: `response.write` would frame them for each stream, which costs more than the rest of a copy.
 */
class DirectTarget extends ResponseTarget {
  override write(events: StreamedEvents): boolean {
    const { socket } = this.response;
    if (!socket || socket.destroyed) return true;
    socket.write(framesOf(events).chunk);
    return socket.writableLength <= maxUnsentBytes;
  }
}

/** An answer as a message of the stream, and the same message as a chunk of HTTP/1.1 (RFC 9112, section 7.1). */
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
