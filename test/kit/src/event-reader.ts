import { type ApiClient, ApiError, type Body, type Params } from './api-client.ts';
import { checkEvent } from './event-schema.ts';

export type ReaderOptions = {
  /**
   * Returns whether to retry after an error, for instance while the server is down. Without a retry, the error ends the reader.
   */
  retry?: (error: unknown) => boolean;
  /** Whether `start` reads event streams instead of polling. */
  streams?: boolean;
};

/**
 * Error for events that a server must never send: out of order, repeated, or contradicting their schema. Readers never retry
 * after it.
 */
class WrongEventsError extends Error {
  override name = 'WrongEventsError';
}

/** Reads an event queue as a client does, by polls or streams, until it is stopped. Collects the events. */
export class EventReader implements AsyncDisposable {
  readonly queueId: string;
  /** The answer to the registration of the queue, with the initial data. */
  readonly initial: Body;
  /** Events in order of arrival, without heartbeats. */
  readonly events: Body[] = [];
  lastEventId: number;
  /** Errors after which the reader retried. */
  readonly failures: unknown[] = [];
  /** The error that ended the reader; undefined while it works. */
  error: unknown;

  readonly #client: ApiClient;
  readonly #options: ReaderOptions;
  readonly #stop = new AbortController();
  /** Aborts the open stream, so that the reader opens a new one. */
  #reopen = new AbortController();
  /** Number of streams that have sent all events that were in the queue. */
  #caughtUp = 0;
  /** Number of events that `catchUp` has already returned. */
  #returned = 0;
  #listener: ((event: Body) => void) | undefined;
  #running: Promise<void> | undefined;
  #changed = Promise.withResolvers<void>();

  private constructor(client: ApiClient, initial: Body, options: ReaderOptions) {
    this.#client = client;
    this.initial = initial;
    this.queueId = initial.queue_id as string;
    this.lastEventId = initial.last_event_id as number;
    this.#options = options;
  }

  /** Registers an event queue. Reading begins with `start`. */
  static async register(
    client: ApiClient,
    params: Params = {},
    options: ReaderOptions = {},
  ): Promise<EventReader> {
    return new EventReader(client, await client.post('/register', params), options);
  }

  /** Reads events in the background until `stop`. */
  start(): this {
    this.#running ??= this.#run();
    return this;
  }

  /** Calls the listener with each event immediately when it arrives. For measurements. */
  onEvent(listener: (event: Body) => void): this {
    this.#listener = listener;
    return this;
  }

  /** Polls once without waiting for events. Returns the new events. */
  async pollNow(): Promise<Body[]> {
    return this.#take(await this.#poll(true));
  }

  /** Whether `start` reads event streams instead of polling. */
  get readsStreams(): boolean {
    return this.#options.streams ?? false;
  }

  /** Opens a new stream, and waits until it has sent all events in the queue. Returns the events since the last call. */
  async catchUp(): Promise<Body[]> {
    const before = this.#caughtUp;
    this.#reopen.abort();
    await this.waitFor(() => this.#caughtUp > before);
    const events = this.events.slice(this.#returned);
    this.#returned = this.events.length;
    return events;
  }

  /** Resolves with the result of `find` as soon as it is truthy. Rejects when an error ends the reader, or after `timeoutMs`. */
  async waitFor<T>(
    find: (events: readonly Body[]) => T | undefined | false,
    timeoutMs = 180_000,
  ): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const changed = this.#changed.promise;
      const found = find(this.events);
      if (found) return found;
      if (this.error) throw this.error;
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(
          `Nothing found among ${this.events.length} events: ${JSON.stringify(this.events.slice(-5))}`,
        );
      await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, left).unref())]);
    }
  }

  /** Returns the events of a type. */
  ofType(type: string): Body[] {
    return this.events.filter((event) => event.type === type);
  }

  /** Returns the IDs of the received messages, in order. */
  messageIds(): number[] {
    return this.ofType('message').map((event) => event.message.id as number);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        if (this.#options.streams) await this.#stream();
        else this.#take(await this.#poll(false));
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        if (this.#reopen.signal.aborted && !(error instanceof WrongEventsError)) continue;
        if (!this.#options.retry?.(error)) {
          this.error = error;
          this.#notify();
          return;
        }
        this.failures.push(error);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Reads one stream to its end. Ignores an incomplete message at the end, because the next stream repeats its events. */
  async #stream(): Promise<void> {
    if (this.#reopen.signal.aborted) this.#reopen = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, this.#reopen.signal]);
    const position = { queue_id: this.queueId, last_event_id: this.lastEventId };
    const { body } = await this.#client.open('/events/stream', position, signal);
    let text = '';
    let isCaughtUp = false;
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const messages = (text + chunk).split('\n\n');
      text = messages.pop()!;
      for (const message of messages) {
        const [, id, json] = /^id: (\d+)\ndata: (.*)$/.exec(message) ?? [];
        if (json === undefined) continue;
        const events = JSON.parse(json) as Body[];
        if (events.at(-1)!.id !== Number(id))
          throw new WrongEventsError(`A message has a wrong ID: ${message}`);
        this.#take(events);
        if (isCaughtUp || signal.aborted || events.at(-1)!.type !== 'heartbeat') continue;
        isCaughtUp = true;
        this.#caughtUp++;
        this.#notify();
      }
    }
  }

  async #poll(dontBlock: boolean): Promise<Body[]> {
    const body = await this.#client.get(
      '/events',
      { queue_id: this.queueId, last_event_id: this.lastEventId, dont_block: dontBlock },
      this.#stop.signal,
    );
    return body.events as Body[];
  }

  #take(events: Body[]): Body[] {
    for (const event of events) {
      if (event.id <= this.lastEventId && event.type !== 'heartbeat') {
        throw new WrongEventsError(`Event ${event.id} came after ${this.lastEventId}.`);
      }
      this.lastEventId = Math.max(this.lastEventId, event.id);
      check(event);
      if (event.type === 'heartbeat') continue;
      this.events.push(event);
      this.#listener?.(event);
    }
    if (events.length > 0) this.#notify();
    return events;
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

function check(event: Body): void {
  try {
    checkEvent(event);
  } catch (error) {
    throw new WrongEventsError((error as Error).message, { cause: error });
  }
}

/**
 * Returns whether an error is temporary: a network failure, or an answer with a 5xx status. Clients retry after such errors.
 */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 : !(error instanceof WrongEventsError);
