import { randomUUID } from 'node:crypto';
import { type NatsConnection, errors as natsErrors, type Subscription } from '@nats-io/transport-node';
import { later, sleep } from '@parley/core';
import { logNames, watchStatus } from '@parley/event-log';
import type { Generation } from './generation.ts';
import { type Heartbeat, PeerTable } from './peer-table.ts';

export type PeersOptions = {
  nats: NatsConnection;
  prefix: string;
  /** The generation of the server, which heartbeats contain. */
  generation: Generation;
  /** Handles a message of another gateway, before the message is acknowledged. Must not throw. */
  onMessage(data: Uint8Array): void;
  /** Called at each interval of heartbeats, also while there is no connection to NATS. */
  onHeartbeat(): void;
  /** Also after it was excluded. Messages reach it before it trusts its records. */
  onJoined(send: (message: Uint8Array) => void): void;
  /** Time without requests after which a gateway that is the only one becomes idle, in milliseconds. Default 10 s. */
  idleAfterMs?: number;
};

const heartbeatEveryMs = 100;
/** In milliseconds. A gateway is idle when it is alone and no client sends requests. */
const idleEveryMs = 1_000;
const defaultIdleAfterMs = 10_000;
/** Time limit for an acknowledgement, in milliseconds. */
const acknowledgedWithinMs = 250;
/** Number of acknowledgements of one message that a gateway may miss before it is excluded. */
const maxMissed = 4;
/** In milliseconds. Afterwards the circuit breaker opens until NATS delivers a heartbeat again. */
const answeredWithinMs = 250;
/** After a start or reconnection, in milliseconds; longer than `joinAfterMs`. */
const joinedWithinMs = 1_000;

const emptyMessage = new TextEncoder().encode('{}');

/** Over NATS, some with acknowledgements (docs/decisions/read-your-writes.md#which-gateways-exist). */
export class Peers {
  readonly #options: PeersOptions;
  readonly #id = randomUUID();
  readonly #table = new PeerTable(this.#id);
  readonly #subscriptions: Subscription[];
  readonly #subjects: { heartbeats: string; of(id: string): string };
  readonly #statuses: { stop(): void };
  readonly #probed = new Set<string>();
  readonly #idleAfterMs: number;
  #cancel: () => void = () => undefined;
  #usedAtMs = performance.now();
  /** Whether heartbeats are sent at the longer interval of an idle gateway. */
  #isIdle = false;
  #isStopped = false;
  #isConnected = true;
  /** Resolves when NATS next delivers a heartbeat of this gateway back. */
  #nextEcho = Promise.withResolvers<void>();
  /** The current wait for a heartbeat of this gateway to come back, which all requests share. */
  #waiting: Promise<boolean> | undefined;
  /** Opens when NATS did not deliver a heartbeat back in time, and closes when it delivers one. */
  #isBreakerOpen = false;

  constructor(options: PeersOptions) {
    this.#options = options;
    this.#idleAfterMs = options.idleAfterMs ?? defaultIdleAfterMs;
    const { nats, prefix } = options;
    const names = logNames(prefix);
    this.#subjects = { heartbeats: names.broadcast('gateway'), of: (id) => names.broadcast(`gateway.${id}`) };
    this.#subscriptions = [
      nats.subscribe(this.#subjects.heartbeats, {
        callback: (error, message) => {
          if (!error) this.#receive(message.json<Heartbeat>());
        },
      }),
      nats.subscribe(this.#subjects.of(this.#id), {
        callback: (error, message) => {
          if (error) return;
          try {
            options.onMessage(message.data);
          } finally {
            message.respond();
          }
        },
      }),
    ];
    this.#statuses = watchStatus(nats, (type) => this.#onStatus(type));
    this.#startHeartbeats();
  }

  /** At the beginning of each request. An idle gateway then sends a heartbeat at once. */
  used(): void {
    this.#usedAtMs = performance.now();
    if (this.#isIdle) this.#startHeartbeats();
  }

  get size(): number {
    return this.#table.audience(performance.now()).length;
  }

  /** Number of times that a gateway was added to the audience of announcements. */
  get joinCount(): number {
    return this.#table.joinCount;
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.#options.nats.isClosed();
  }

  /** Returns whether every other gateway sends its announcements to this one, as far as this one can know. */
  receivesFromAll(): boolean {
    return this.isConnected && this.#table.receivesFromAll(performance.now());
  }

  /**
   * Sends a message to every other gateway. Resolves when each of them has acknowledged it, has stopped, or no longer trusts
   * its records of recent writers. When NATS stops answering, calls resolve after about 250 ms, and immediately
   * once the circuit breaker is open.
   * @returns the value of `joinCount` for which the message was sent; undefined without NATS
   */
  async announce(message: () => Uint8Array): Promise<number | undefined> {
    if (!(await this.#isCurrent())) return undefined;
    const { joinCount } = this.#table;
    const ids = this.#table.audience(performance.now());
    const excluded = this.#table.listed(performance.now()).filter((id) => !ids.includes(id));
    if (ids.length + excluded.length === 0) return joinCount;
    const data = message();
    await Promise.all([
      ...ids.map((id) => this.#announceTo(id, data)),
      ...excluded.map((id) => this.#untilNoTrust(id)),
    ]);
    return joinCount;
  }

  /** Without waiting. The message may arrive before that of an earlier `announce`. */
  notify(message: () => Uint8Array): void {
    const ids = this.#table.audience(performance.now());
    if (ids.length === 0 || this.#options.nats.isClosed()) return;
    const data = message();
    for (const id of ids) this.#options.nats.publish(this.#subjects.of(id), data);
  }

  /** Returns whether this gateway's heartbeats come back. Waits for one for up to 250 ms, unless the circuit breaker is open. */
  isAnswered(): boolean | Promise<boolean> {
    if (!this.isConnected) return false;
    if (this.#table.isAnswered(performance.now())) {
      this.#isBreakerOpen = false;
      return true;
    }
    if (this.#isBreakerOpen) return false;
    this.#waiting ??= this.#untilAnswered().finally(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }

  /** For up to 1 s. Ends early when NATS does not answer. */
  async untilTrusted(): Promise<void> {
    const untilMs = performance.now() + joinedWithinMs;
    while (!this.receivesFromAll() && performance.now() < untilMs && (await this.isAnswered())) {
      await Promise.race([this.#nextEcho.promise, sleep(heartbeatEveryMs)]);
    }
  }

  stop(): void {
    this.#isConnected = false;
    this.#isStopped = true;
    this.#cancel();
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#statuses.stop();
    this.#nextEcho.resolve();
  }

  async #untilAnswered(): Promise<boolean> {
    const untilMs = performance.now() + answeredWithinMs;
    for (;;) {
      await Promise.race([this.#nextEcho.promise, sleep(heartbeatEveryMs)]);
      if (!this.#isConnected) return false;
      const nowMs = performance.now();
      if (this.#table.isAnswered(nowMs)) return true;
      if (nowMs < untilMs) continue;
      this.#isBreakerOpen = true;
      return false;
    }
  }

  /** Waits until the list of gateways is current. Returns false when NATS does not answer in time. */
  async #isCurrent(): Promise<boolean> {
    const untilMs = performance.now() + joinedWithinMs;
    while (await this.isAnswered()) {
      if (this.#table.hasJoined) return true;
      if (performance.now() >= untilMs) return false;
      await Promise.race([this.#nextEcho.promise, sleep(heartbeatEveryMs)]);
    }
    return false;
  }

  async #announceTo(id: string, data: Uint8Array): Promise<void> {
    const { nats } = this.#options;
    for (let missed = 0; missed < maxMissed; missed++) {
      try {
        await nats.request(this.#subjects.of(id), data, { timeout: acknowledgedWithinMs });
        return;
      } catch (error) {
        if (error instanceof natsErrors.NoRespondersError) return this.#table.remove(id);
        // After a pause of this process, heartbeats of the other gateway may have been received but not read yet. So the list of
        // gateways is used only once it is current.
        if (!(await this.#isCurrent()) || !this.#table.isListed(id, performance.now())) return;
      }
    }
    this.#table.exclude(id);
    await this.#untilNoTrust(id);
  }

  /** Waits until an excluded gateway no longer trusts its records. */
  async #untilNoTrust(id: string): Promise<void> {
    const leftMs = this.#table.trustsUntilMs(id) - performance.now();
    if (leftMs > 0) await sleep(leftMs);
  }

  async #probe(id: string): Promise<void> {
    this.#probed.add(id);
    try {
      await this.#options.nats.request(this.#subjects.of(id), emptyMessage, {
        timeout: acknowledgedWithinMs,
      });
      if (this.#table.include(id)) this.#joined(id);
    } catch {
      // The next heartbeat tries again.
    } finally {
      this.#probed.delete(id);
    }
  }

  #startHeartbeats(): void {
    if (this.#isStopped) return;
    this.#cancel();
    this.#sendHeartbeat();
    const nowMs = performance.now();
    this.#isIdle =
      this.#table.hasJoined &&
      this.#table.listed(nowMs).length === 0 &&
      nowMs - this.#usedAtMs > this.#idleAfterMs;
    this.#cancel = later(this.#isIdle ? idleEveryMs : heartbeatEveryMs, () => this.#startHeartbeats());
  }

  #sendHeartbeat(): void {
    this.#options.onHeartbeat();
    // Without a connection, NATS would not receive the heartbeat. The wait before this gateway has joined begins with its first
    // heartbeat, so the first heartbeat must reach NATS.
    if (!this.isConnected) return;
    const nowMs = performance.now();
    for (const id of this.#table.readmissible(nowMs)) if (!this.#probed.has(id)) void this.#probe(id);
    const heartbeat: Heartbeat = {
      ...this.#table.nextHeartbeat(nowMs),
      generation: this.#options.generation.announced,
    };
    this.#options.nats.publish(this.#subjects.heartbeats, JSON.stringify(heartbeat));
  }

  #receive(heartbeat: Heartbeat): void {
    const isNew = this.#table.receive(heartbeat, performance.now());
    if (isNew) {
      this.#joined(heartbeat.from);
      // An idle gateway sends heartbeats rarely. A gateway that starts must learn of this one within half a second.
      if (this.#isIdle) this.#startHeartbeats();
    }
    if (heartbeat.from !== this.#id) {
      this.#options.generation.receive(heartbeat.generation);
      return;
    }
    if (this.#table.hasJoined) this.#options.generation.settle();
    this.#nextEcho.resolve();
    this.#nextEcho = Promise.withResolvers();
  }

  #joined(id: string): void {
    this.#options.onJoined((message) => this.#options.nats.publish(this.#subjects.of(id), message));
  }

  #onStatus(type: string): void {
    if (type === 'disconnect' || type === 'close') {
      this.#isConnected = false;
      this.#table.rejoin();
    }
    if (type === 'reconnect') {
      this.#isConnected = true;
      this.#startHeartbeats();
    }
  }
}
