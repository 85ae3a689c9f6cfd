import { randomUUID } from 'node:crypto';
import { type NatsConnection, errors as natsErrors, type Subscription } from '@nats-io/transport-node';
import { sleep } from '@parley/core';
import { logNames } from '@parley/event-log';
import { PeerTable } from './peer-table.ts';

export type PeersOptions = {
  nats: NatsConnection;
  prefix: string;
  /** Handles a message of another gateway, before it is acknowledged. */
  onMessage(data: Uint8Array): void;
  /** Called at each heartbeat. */
  onBeat(): void;
};

type Beat = { from: string; beat: number; heard: Record<string, number> };

const beatEveryMs = 100;
/** Time limit of an acknowledgement, milliseconds; then the message is repeated while the gateway is listed. */
const acknowledgedWithinMs = 250;
/** Longest wait for the list of gateways to be current, milliseconds. */
const currentWithinMs = 2_000;

/**
 * The other gateways, over NATS: knows which ones exist, and sends them messages that they acknowledge
 * (docs/decisions/read-your-writes.md#which-gateways-exist).
 */
export class Peers {
  readonly #options: PeersOptions;
  readonly #id = randomUUID();
  readonly #table = new PeerTable(this.#id);
  readonly #subscriptions: Subscription[];
  readonly #subjects: { beats: string; of(id: string): string };
  readonly #timer: NodeJS.Timeout;
  readonly #statuses: AsyncIterable<{ type: string }> & { stop(): void };
  #isConnected = true;
  /** Resolves when the next own heartbeat comes back. */
  #nextEcho = Promise.withResolvers<void>();

  constructor(options: PeersOptions) {
    this.#options = options;
    const { nats, prefix } = options;
    const names = logNames(prefix);
    this.#subjects = { beats: names.broadcast('gateway'), of: (id) => names.broadcast(`gateway.${id}`) };
    this.#subscriptions = [
      nats.subscribe(this.#subjects.beats, {
        callback: (error, message) => {
          if (!error) this.#heard(message.json<Beat>());
        },
      }),
      nats.subscribe(this.#subjects.of(this.#id), {
        callback: (error, message) => {
          if (error) return;
          options.onMessage(message.data);
          message.respond();
        },
      }),
    ];
    this.#statuses = nats.status() as AsyncIterable<{ type: string }> & { stop(): void };
    void this.#watch();
    this.#timer = setInterval(() => this.#beat(), beatEveryMs);
    this.#beat();
  }

  /** Number of other gateways. */
  get size(): number {
    return this.#table.listed(performance.now()).length;
  }

  /** Whether NATS is connected, as far as is known: one that is frozen is noticed after seconds. */
  get isConnected(): boolean {
    return this.#isConnected && !this.#options.nats.isClosed();
  }

  /** Returns whether every other gateway sends its messages here, as far as can be known. */
  isTrusted(): boolean {
    return this.isConnected && this.#table.isTrusted(performance.now());
  }

  /**
   * Sends a message to every other gateway; resolves when each has acknowledged it or is gone. Without NATS it resolves at
   * once.
   */
  async tell(message: () => Uint8Array): Promise<void> {
    if (!(await this.#current())) return;
    const ids = this.#table.listed(performance.now());
    if (ids.length === 0) return;
    const data = message();
    await Promise.all(ids.map((id) => this.#tellOne(id, data)));
  }

  /** Sends a message to every other gateway, in order with `tell`, and does not wait. */
  mention(message: () => Uint8Array): void {
    const ids = this.#table.listed(performance.now());
    if (ids.length === 0 || this.#options.nats.isClosed()) return;
    const data = message();
    for (const id of ids) this.#options.nats.publish(this.#subjects.of(id), data);
  }

  stop(): void {
    this.#isConnected = false;
    clearInterval(this.#timer);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#statuses.stop();
    this.#nextEcho.resolve();
  }

  async #tellOne(id: string, data: Uint8Array): Promise<void> {
    const { nats } = this.#options;
    for (;;) {
      try {
        await nats.request(this.#subjects.of(id), data, { timeout: acknowledgedWithinMs });
        return;
      } catch (error) {
        if (error instanceof natsErrors.NoRespondersError) return this.#table.remove(id);
        // After a pause of this process the other gateway's heartbeats may not have been read yet.
        if (!(await this.#current()) || !this.#table.isListed(id, performance.now())) return;
      }
    }
  }

  /** Waits until the list of gateways can be relied on. Returns false without NATS. */
  async #current(): Promise<boolean> {
    const untilMs = performance.now() + currentWithinMs;
    for (;;) {
      if (!this.isConnected) return false;
      const nowMs = performance.now();
      if (this.#table.isCurrent(nowMs)) return true;
      if (nowMs >= untilMs) return false;
      await Promise.race([this.#nextEcho.promise, sleep(beatEveryMs)]);
    }
  }

  #beat(): void {
    this.#options.onBeat();
    if (this.#options.nats.isClosed()) return;
    const said: Beat = { from: this.#id, ...this.#table.nextBeat(performance.now()) };
    this.#options.nats.publish(this.#subjects.beats, JSON.stringify(said));
  }

  #heard(said: Beat): void {
    this.#table.heard(said, performance.now());
    if (said.from !== this.#id) return;
    this.#nextEcho.resolve();
    this.#nextEcho = Promise.withResolvers();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#statuses) {
      if (type === 'disconnect' || type === 'close') this.#isConnected = false;
      if (type === 'reconnect') this.#isConnected = true;
    }
  }
}
