import type { Client } from '../client.ts';
import type { Registration, ServerEvent, User } from '../objects.ts';
import { Batch, type Unsubscribe } from '../observable/batch.ts';
import type { Observable } from '../observable/observable.ts';
import { ObservableValue } from '../observable/observable-value.ts';
import { Store } from '../store/store.ts';
import { backoffMs, sleep } from '../transport/backoff.ts';
import { ApiError, asError, isTransient } from '../transport/errors.ts';
import { EventStreamReader } from './event-stream.ts';
import { History } from './history.ts';
import { watchNetworkChanges } from './network-changes.ts';
import { type RegisterParams, registerParams } from './registration.ts';
import { Sender } from './sender.ts';

export type ConnectionState =
  /** The connection was not started, or was stopped. */
  | { readonly phase: 'stopped' }
  /** The first registration is in progress. */
  | { readonly phase: 'connecting' }
  /** The connection works, and events arrive immediately. */
  | { readonly phase: 'online' }
  /** Missed events are being fetched, or a new registration is in progress because the event queue was lost. */
  | { readonly phase: 'catching-up' }
  /** Requests fail temporarily. The next attempt is made at `retryAt`, in Unix milliseconds. */
  | { readonly phase: 'offline'; readonly error: Error; readonly retryAt: number }
  /** The credentials are no longer valid, so the connection has ended. */
  | { readonly phase: 'signed-out'; readonly error: Error }
  /** The server refuses requests permanently, so the connection has ended. */
  | { readonly phase: 'failed'; readonly error: Error };

export type ConnectionOptions = {
  /**
   * Whether to receive events over a stream if the server offers one. Default true. Where streams do not work, the connection
   * polls for events instead.
   */
  readonly streams?: boolean;
  /** Parameters of the registration. Default: everything is requested. */
  readonly register?: RegisterParams;
  /** Called with each event, after the store has applied it. */
  readonly onEvent?: (event: ServerEvent) => void;
  /**
   * Called before further events are read. Reading waits until the promise resolves, so that a page can first draw the changes
   * of the previous events.
   */
  readonly beforePoll?: () => Promise<void>;
};

type Queue = { readonly id: string; lastEventId: number };

const backoff = { firstMs: 500, maxMs: 30_000 };
/** Time in milliseconds that a poll may take beyond the server's own limit, before the client gives up. */
const pollGraceMs = 10_000;
const defaultPollTimeoutMs = 90_000;
const registerTimeoutMs = 60_000;
/** Time in milliseconds after the start of a registration in which `wake` does not restart it. */
const freshRegistrationMs = 10_000;

/**
 * Keeps a store up to date with the state of an account: registers, receives events, and applies them to the store. It recovers
 * from failures of the network and the server, from sleep of the machine, and from the loss of its event queue. `state` is the
 * observable state of the connection.
 */
export class Connection {
  readonly client: Client;
  readonly store = new Store();
  /** Reads messages into the store. */
  readonly history: History;
  readonly #options: ConnectionOptions;
  readonly #sender: Sender;
  readonly #state = new ObservableValue<ConnectionState>(new Batch(), { phase: 'stopped' });
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  readonly #streams: EventStreamReader | undefined;
  #queue: Queue | undefined;
  #stop: AbortController | undefined;
  #running: Promise<void> | undefined;
  /** Aborts what the loop currently waits for. */
  #wake = new AbortController();
  /** Time at which the running registration was sent, in Unix milliseconds; 0 when none is running. */
  #registeringSince = 0;

  constructor(client: Client, options: ConnectionOptions = {}) {
    this.client = client;
    this.#options = options;
    this.history = new History(client, this.store);
    if (options.streams ?? true) this.#streams = new EventStreamReader(client);
    this.#sender = new Sender(client, this.store, () => this.#queue?.id);
    if (options.onEvent) this.#listeners.add(options.onEvent);
  }

  get state(): Observable<ConnectionState> {
    return this.#state;
  }

  get queueId(): string | undefined {
    return this.#queue?.id;
  }

  /** Calls the listener with each event, after the store has applied it. */
  onEvent(listener: (event: ServerEvent) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Connects, and receives events until `stop`. Resolves when the store is loaded.
   * @throws the error that ended the connection, if it ends before the store is loaded
   */
  async start(): Promise<void> {
    if (!this.#running) {
      this.#stop = new AbortController();
      this.#sender.start();
      this.#running = this.#run(this.#stop.signal);
    }
    const { promise, settle } = this.#loaded();
    try {
      await promise;
    } finally {
      settle();
    }
  }

  /**
   * Loads the user's own account before the first registration is answered, which takes long in large organizations. With the
   * account known, messages can already be read with `history` and shown. The registration later replaces the account.
   * @throws the errors of `Client.call`
   */
  async preview(): Promise<void> {
    const { result: _result, msg: _msg, ...self } = await this.client.call('get-own-user');
    this.store.preview({ bot_type: null, bot_owner_id: null, ...self } as User);
  }

  async stop(): Promise<void> {
    const queue = this.#queue;
    this.#stop?.abort(new Error('The connection was stopped'));
    this.#sender.stop();
    await this.#running;
    this.#running = undefined;
    this.#queue = undefined;
    this.#state.set({ phase: 'stopped' });
    // Ignores failures, because unused queues expire.
    if (queue)
      await this.client.call('delete-queue', { queue_id: queue.id }, { attempts: 1 }).catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Connects now instead of at `retryAt`, and fetches events that were missed while the machine slept. */
  wake(): void {
    // Browsers also report that the page becomes visible while it loads. A registration that has just started is kept, because
    // registrations are expensive and a new one would not be more recent.
    if (Date.now() - this.#registeringSince < freshRegistrationMs) return;
    this.#wake.abort(new WakeSignal());
    this.#wake = new AbortController();
  }

  /** Sends a message. The message is in `store.outbox` until its event arrives. Returns its local ID immediately. */
  get send(): Sender['send'] {
    return this.#sender.send;
  }

  /** Sends a failed or waiting message now. The server stores the message only once, even if it received an earlier attempt. */
  get resend(): Sender['resend'] {
    return this.#sender.resend;
  }

  /**
   * Takes over the unsent messages of an earlier connection of the same account. Sends all of them except those that the server
   * refused.
   */
  get restore(): Sender['restore'] {
    return this.#sender.restore;
  }

  #loaded(): { promise: Promise<void>; settle: () => void } {
    const stops: Unsubscribe[] = [];
    const promise = new Promise<void>((resolve, reject) => {
      const check = () => {
        const state = this.#state.get();
        if (state.phase === 'signed-out' || state.phase === 'failed') reject(state.error);
        else if (state.phase === 'stopped') reject(new Error('The connection was stopped'));
        else if (this.#queue) resolve();
      };
      stops.push(this.#state.watch(check));
      check();
    });
    return {
      promise,
      settle: () => {
        for (const stop of stops) stop();
      },
    };
  }

  async #run(stopped: AbortSignal): Promise<void> {
    this.#state.set({ phase: 'connecting' });
    const unwatch = watchNetworkChanges(() => this.wake());
    // Ends the pending poll or stream. The next one detects immediately whether the account is signed out.
    const unwatchRefusals = this.client.onUnauthorized(() => this.wake());
    let failures = 0;
    try {
      while (!stopped.aborted) {
        const signal = AbortSignal.any([stopped, this.#wake.signal]);
        try {
          if (!this.#queue) await this.#register(signal);
          else if (this.#mayStream()) await this.#stream(this.#queue, signal);
          else await this.#poll(this.#queue, signal);
          await this.#options.beforePoll?.();
          failures = 0;
        } catch (error) {
          if (stopped.aborted) return;
          if (error instanceof WakeSignal) continue;
          if (isQueueLost(error)) this.#loseQueue();
          else if (!(await this.#recover(asError(error), failures++, stopped))) return;
        }
      }
    } finally {
      unwatch();
      unwatchRefusals();
      this.#running = undefined;
    }
  }

  async #register(signal: AbortSignal): Promise<void> {
    this.#registeringSince = Date.now();
    const initial = await this.client
      .call('register-queue', registerParams(this.#options.register), {
        signal,
        timeoutMs: registerTimeoutMs,
        attempts: 1,
      })
      .finally(() => {
        this.#registeringSince = 0;
      });
    // The first event of a queue follows -1.
    const { queue_id: id, last_event_id: lastEventId = -1 } = initial;
    if (!id) throw new Error('There is no queue.');
    this.#queue = { id, lastEventId };
    this.store.load(initial as Registration);
    this.#goOnline();
  }

  #goOnline(): void {
    this.#state.set({ phase: 'online' });
    this.history.reload();
    this.#sender.flush();
  }

  #mayStream(): boolean {
    return this.store.fields.get('event_queue_stream_available') === true && !!this.#streams?.isUsable;
  }

  /** Applies events from a stream until the stream ends. The next stream or poll acknowledges them. */
  async #stream(queue: Queue, signal: AbortSignal): Promise<void> {
    const seconds = this.store.fields.get('event_queue_longpoll_timeout_seconds');
    const silenceMs = seconds === undefined ? defaultPollTimeoutMs : seconds * 1000;
    const streamed = this.#streams?.read(queue.id, queue.lastEventId, { signal, silenceMs });
    for await (const events of streamed ?? []) {
      this.#take(queue, events);
      if (this.#queue !== queue) return;
      const { phase } = this.#state.get();
      // The server sends a heartbeat only when the queue holds no further events.
      if (phase !== 'online' && events.some(({ type }) => type === 'heartbeat')) this.#goOnline();
      else if (phase !== 'online' && phase !== 'catching-up') this.#state.set({ phase: 'catching-up' });
      await this.#options.beforePoll?.();
    }
  }

  async #poll(queue: Queue, signal: AbortSignal): Promise<void> {
    const isCatchingUp = this.#state.get().phase !== 'online';
    const seconds = this.store.fields.get('event_queue_longpoll_timeout_seconds');
    const { events } = await this.client.call(
      'get-events',
      { queue_id: queue.id, last_event_id: queue.lastEventId, ...(isCatchingUp && { dont_block: true }) },
      {
        signal,
        attempts: 1,
        timeoutMs: (seconds === undefined ? defaultPollTimeoutMs : seconds * 1000) + pollGraceMs,
      },
    );
    this.#take(queue, events as readonly ServerEvent[]);
    if (!isCatchingUp || this.#queue !== queue) return;
    if (events.length === 0) this.#goOnline();
    else if (this.#state.get().phase !== 'catching-up') this.#state.set({ phase: 'catching-up' });
  }

  #take(queue: Queue, events: readonly ServerEvent[]): void {
    const fresh = events.filter(({ id }) => id > queue.lastEventId);
    if (events.length > 0) queue.lastEventId = Math.max(queue.lastEventId, ...events.map(({ id }) => id));
    try {
      this.store.apply(fresh);
    } catch (error) {
      // The store may have missed changes. The next registration replaces its data.
      reportError(error);
      this.#loseQueue();
      return;
    }
    this.store.messages.trim();
    for (const event of fresh) for (const listener of this.#listeners) this.#notify(listener, event);
  }

  #notify(listener: (event: ServerEvent) => void, event: ServerEvent): void {
    try {
      listener(event);
    } catch (error) {
      reportError(error);
    }
  }

  /** Forgets the queue, so that the loop registers again. The store keeps its data until then. */
  #loseQueue(): void {
    this.#queue = undefined;
    this.#state.set({ phase: 'catching-up' });
  }

  /**
   * Handles a failure: waits before the next attempt, or ends the connection if the error is permanent. Returns whether to
   * continue.
   */
  async #recover(error: Error, failures: number, stopped: AbortSignal): Promise<boolean> {
    if (error instanceof ApiError && error.isUnauthorized) {
      this.#queue = undefined;
      this.#state.set({ phase: 'signed-out', error });
      return false;
    }
    if (!isTransient(error)) {
      this.#queue = undefined;
      this.#state.set({ phase: 'failed', error });
      return false;
    }
    const retryAfterMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const waitMs = retryAfterMs + backoffMs(failures, backoff);
    this.#state.set({ phase: 'offline', error, retryAt: Date.now() + waitMs });
    const signal = AbortSignal.any([stopped, this.#wake.signal]);
    await sleep(waitMs, signal).catch(() => undefined);
    return !stopped.aborted;
  }
}

/** Throws an error outside of the current call stack, so that the page or the process reports it. */
function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Abort reason that means: stop waiting and connect now. */
class WakeSignal extends Error {}

const isQueueLost = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID';
