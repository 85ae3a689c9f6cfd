import { type ApiClient, ApiError, type Body, type Params } from './api-client.ts';
import { checkEvent } from './event-schema.ts';

export type ReaderOptions = {
  /** Returns whether a failed poll is retried (when the server is down, for instance) instead of ending the reader. */
  retry?: (error: unknown) => boolean;
  /** Whether `start` reads streams instead of polling. */
  streams?: boolean;
};

/** Events that a server must not send: out of order, repeated, or different from their schema. No reader retries them. */
class WrongEventsError extends Error {
  override name = 'WrongEventsError';
}

/** Polls one event queue as a client does, or reads its streams, until it is stopped, and collects the events. */
export class EventReader implements AsyncDisposable {
  readonly queueId: string;
  /** The answer to the registration of the queue. */
  readonly initial: Body;
  /** Events in order of arrival, without heartbeats. */
  readonly events: Body[] = [];
  lastEventId: number;
  /** The failures of polls that were retried. */
  readonly failures: unknown[] = [];
  /** The failure that ended the reader. */
  error: unknown;

  readonly #client: ApiClient;
  readonly #options: ReaderOptions;
  readonly #stop = new AbortController();
  /** Ends the open stream, so that the next one is opened. */
  #reopen = new AbortController();
  /** Number of streams that have sent everything that the queue held. */
  #caughtUp = 0;
  /** Number of events that `catchUp` has returned. */
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

  /** Registers a queue. `start` begins to poll it. */
  static async register(
    client: ApiClient,
    params: Params = {},
    options: ReaderOptions = {},
  ): Promise<EventReader> {
    return new EventReader(client, await client.post('/register', params), options);
  }

  /** Polls in the background until stopped. */
  start(): this {
    this.#running ??= this.#run();
    return this;
  }

  /** Calls the listener with each event as soon as it arrives, for measurements. */
  onEvent(listener: (event: Body) => void): this {
    this.#listener = listener;
    return this;
  }

  /** Polls once without waiting. Returns the new events. */
  async pollNow(): Promise<Body[]> {
    return this.#take(await this.#poll(true));
  }

  /** Whether `start` reads streams instead of polling. */
  get readsStreams(): boolean {
    return this.#options.streams ?? false;
  }

  /** Waits until a new stream has sent everything that the queue holds. Returns the events since the last call. */
  async catchUp(): Promise<Body[]> {
    const before = this.#caughtUp;
    this.#reopen.abort();
    await this.waitFor(() => this.#caughtUp > before);
    const events = this.events.slice(this.#returned);
    this.#returned = this.events.length;
    return events;
  }

  /**
   * Resolves with the result of `find` as soon as it finds a value in the events. Rejects when the reader ends or the
   * time limit passes.
   */
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

  /** Reads a stream to its end. The events of an incomplete message are not taken: the next stream repeats them. */
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
        if (isCaughtUp || events.at(-1)!.type !== 'heartbeat') continue;
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

/** Returns whether a failure is one of the network or a 5xx answer, which clients retry. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 : !(error instanceof WrongEventsError);
