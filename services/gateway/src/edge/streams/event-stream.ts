import type { ServerResponse } from 'node:http';
import type { EventStream, EventTarget, StreamedEvents } from '../../context.ts';
import type { Exchange } from '../answer/exchange.ts';
import { dateLine } from '../answer/one-write.ts';
import { asChunk, firstText, messageOf } from './event-frames.ts';
import { maxUnsentBytes, mayTakeOver, restMs, takeOver } from './stream-socket.ts';

type Headers = Record<string, string | string[] | number>;

const ownHeaders = {
  'content-type': 'text/event-stream',
  // Proxies must not buffer or compress the events. nginx reads the header `x-accel-buffering`.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Sends events as server-sent events (HTML standard, "Server-sent events"), one message for each batch. Where possible, the
 * stream takes over the socket of the response. The request and response objects can then be garbage-collected.
 */
export function respondEvents(
  response: ServerResponse,
  headers: Headers,
  { stream, exchange }: { stream: EventStream; exchange: Exchange | undefined },
): void {
  if (exchange && mayTakeOver(response)) {
    // A stream that took over its connection cannot serve a further request on it.
    const head = headText({ ...headers, ...ownHeaders, connection: 'close' });
    takeOver(response, head, stream, exchange);
    return;
  }
  response.writeHead(200, { ...headers, ...ownHeaders });
  response.write(firstText);
  stream.pipe(new ResponseTarget(response));
}

/** Returns the head of a stream that takes over its connection, with the first chunk. */
function headText(headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const own = `${dateLine()}transfer-encoding: chunked\r\n\r\n`;
  return `${lines.join('')}${own}${asChunk(firstText)}`;
}

/** Used when a stream cannot take over the connection, such as with HTTP/1.0. */
class ResponseTarget implements EventTarget {
  readonly response: ServerResponse;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  write(events: StreamedEvents): boolean {
    const { response } = this;
    if (!response.destroyed) response.write(messageOf(events));
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
