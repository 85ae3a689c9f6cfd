import type { Client } from '../client.ts';
import type { ServerEvent } from '../objects.ts';
import { ApiError, ConnectionError, DeadlineError } from '../transport/errors.ts';

/** Time limit in milliseconds for opening a stream, and for silence before its first data. The server sends data immediately. */
const openMs = 10_000;
/** Duration in milliseconds below which a stream without events (heartbeats aside) counts as short. A proxy may have cut it. */
const shortMs = 2_000;
/** Number of consecutive short streams after which the client polls instead. */
const maxShort = 3;
/** Time in milliseconds for which the client polls instead. */
const pauseMs = 10 * 60_000;

const operation = 'stream-events';

type ReadOptions = {
  readonly signal: AbortSignal;
  /** Time in milliseconds without any event, including heartbeats, after which a stream counts as broken. */
  readonly silenceMs: number;
};

/**
 * Reads event streams. In some networks they do not work: proxies buffer the whole answer before they forward it, or cut it
 * soon. The reader then declares itself unusable for some time, and its caller polls.
 */
export class EventStreamReader {
  readonly #client: Client;
  /** Number of consecutive short streams. */
  #short = 0;
  #pausedUntil = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  get isUsable(): boolean {
    return Date.now() >= this.#pausedUntil;
  }

  /**
   * Yields the events of one stream until it ends. If no data arrives at the start, the path is unknown, or a proxy refuses the
   * request, `read` ends without an error, and `isUsable` is false for some time.
   * @throws ApiError when the server refuses the stream
   * @throws ConnectionError when the server is unreachable or the stream breaks
   * @throws the signal's reason when the caller aborts
   */
  async *read(
    queueId: string,
    lastEventId: number,
    { signal, silenceMs }: ReadOptions,
  ): AsyncGenerator<readonly ServerEvent[], void, void> {
    const openedAt = Date.now();
    // Aborted when the stream is silent, and when `read` ends, because the response stays open if the caller leaves early.
    const stop = new AbortController();
    let hasBegun = false;
    let hasEvents = false;
    let isUnreached = false;
    try {
      const either = AbortSignal.any([signal, stop.signal]);
      const options = { signal: either, timeoutMs: openMs };
      const response = await this.#client.openEventStream(queueId, lastEventId, options);
      for await (const events of messagesOf(response, silenceMs, stop)) {
        hasBegun = true;
        hasEvents ||= events.some(({ type }) => type !== 'heartbeat');
        yield events;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!hasBegun && isUnsupported(error)) {
        this.#pause();
        return;
      }
      isUnreached = !hasBegun;
      throw failureOf(error);
    } finally {
      stop.abort();
      if (hasEvents || Date.now() - openedAt >= shortMs) this.#short = 0;
      else if (!signal.aborted && !isUnreached && ++this.#short >= maxShort) this.#pause();
    }
  }

  #pause(): void {
    this.#short = 0;
    this.#pausedUntil = Date.now() + pauseMs;
  }
}

/**
 * Yields the events that have arrived since the previous iteration. Reading continues while the consumer works, so a slow
 * consumer gets more events per iteration and does not fall behind.
 * @throws DeadlineError when nothing arrives for `openMs` at the start, or for `silenceMs` later
 */
async function* messagesOf(
  response: Response,
  silenceMs: number,
  stop: AbortController,
): AsyncGenerator<readonly ServerEvent[], void, void> {
  let arrived: ServerEvent[] = [];
  let notify = () => {};
  const reading = readMessages(response, { silenceMs, stop }, (events) => {
    arrived.push(...events);
    notify();
  });
  const ended = reading.then(
    () => ({ error: undefined }),
    (error: unknown) => ({ error }),
  );
  for (;;) {
    const next = new Promise<undefined>((resolve) => {
      notify = () => resolve(undefined);
      if (arrived.length > 0) notify();
    });
    const end = await Promise.race([next, ended]);
    if (arrived.length > 0) {
      const events = arrived;
      arrived = [];
      yield events;
    }
    if (!end) continue;
    if (end.error !== undefined) throw end.error;
    return;
  }
}

/** Parses server-sent messages and passes their events to `onEvents` until the stream ends. */
async function readMessages(
  response: Response,
  { silenceMs, stop }: { silenceMs: number; stop: AbortController },
  onEvents: (events: readonly ServerEvent[]) => void,
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let text = '';
  let isSilent = false;
  let hasBegun = false;
  for (;;) {
    const giveUp = () => {
      isSilent = true;
      stop.abort();
    };
    const timer = setTimeout(giveUp, hasBegun ? silenceMs : openMs);
    const chunk = await reader
      .read()
      .catch((error) => {
        throw isSilent ? new DeadlineError(operation, 'The stream of events was silent for too long') : error;
      })
      .finally(() => clearTimeout(timer));
    if (chunk.done) return;
    const messages = (text + decoder.decode(chunk.value, { stream: true })).split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const line = message.split('\n').find((each) => each.startsWith(dataField));
      if (line === undefined) continue;
      hasBegun = true;
      onEvents(JSON.parse(line.slice(dataField.length)) as ServerEvent[]);
    }
  }
}

const dataField = 'data: ';

/**
 * Returns whether an error suggests that only streams fail, while polls may work: nothing arrived in time, the server does not
 * know the path, or a proxy refused the request.
 */
const isUnsupported = (error: unknown): boolean =>
  error instanceof DeadlineError ||
  (error instanceof ApiError &&
    (error.code.startsWith('HTTP_') || error.status === 404 || error.status === 405));

/** Returns the error to throw. Converts an error of the platform, with which a broken stream fails, into a ConnectionError. */
const failureOf = (error: unknown): unknown =>
  error instanceof ApiError || error instanceof ConnectionError
    ? error
    : new ConnectionError(operation, 'The stream of events broke', { cause: error });
