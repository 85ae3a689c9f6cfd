/**
 * Read your writes (docs/decisions/read-your-writes.md). A gateway knows which users wrote recently through any gateway, and up
 * to which position of the event log services must have read before they answer these users' requests.
 */

import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { jsonBytes } from '@parley/core';
import type { Follower, LogPosition, NatsSource } from '@parley/event-log';
import type { PresenceReport, SeenUpTo } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { Registry } from 'prom-client';
import type { Generation } from './generation.ts';
import { createMetrics, type Outcome } from './metrics.ts';
import { Peers } from './peers.ts';
import { Positions, withinMs } from './positions.ts';
import {
  type Announced,
  type Change,
  RecentWriters,
  type Reported,
  type WriterRecord,
} from './recent-writers.ts';
import { type Span, Spans } from './spans.ts';

export type Write = {
  /** Whether or not the write succeeded. The response must wait until every other gateway knows. */
  end(): Promise<void>;
};

export type OwnWrites = {
  begin(userId: UserId, change: Change): Write;
  /**
   * Returns up to which position of the log services must have read before they answer a request of the user. `changes` are the
   * kinds of data on which the request depends. The result is `unknown` when the position cannot be determined in time. Returns
   * undefined at once when the user has not written recently. Also returns at once in the most frequent other case: the position is
   * known, and this gateway has already read the log up to it.
   */
  before(userId: UserId, changes: readonly Change[]): SeenUpTo | Promise<SeenUpTo> | undefined;
  /** Announces a presence that the user reported. Resolves when every other gateway knows it. */
  report(userId: UserId, presence: PresenceReport): Promise<void>;
  /** After a start or reconnection, waits for reports for up to 1 s. */
  presenceOf(userId: UserId): Promise<PresenceReport | undefined>;
};

/** A message between gateways: writes that began, writes that ended, and reports of presence. */
type Message = { begun?: Announced[]; ended?: Announced[]; reported?: Reported[] };

export type LogAccess = { nats: NatsSource; prefix: string; follower: Follower };

/** In milliseconds, for a user who probably has not written while announcements may be missing. */
const withoutWriteMs = 300;
/** In milliseconds; shorter than `openForMs` in recent-writers.ts. */
const renewEveryMs = 10_000;

/** Maximum number of presence reports in one message, so that it stays below 1 MiB, the limit of NATS. */
const maxReports = 5_000;

/** In milliseconds. The delay lets one message announce several ends. */
const endsWaitMs = 10;

const textDecoder = new TextDecoder();

/** Recent writes of all users, as one gateway knows them. Before `connect`, every user is treated as a recent writer. */
export class RecentWrites implements OwnWrites {
  readonly #id = randomUUID();
  readonly #recentWriters = new RecentWriters();
  readonly #metrics: ReturnType<typeof createMetrics>;
  readonly #generation: Generation;
  #log: { peers: Peers; positions: Positions; follower: Follower } | undefined;
  #writes = 0;
  #knewAllWriters = false;
  /** Announcements that wait for the next message. */
  #begun: Announced[] = [];
  #ended: Announced[] = [];
  #reported: Reported[] = [];
  #sending: Promise<number | undefined> | undefined;
  #sendingEnds: NodeJS.Timeout | undefined;
  /** Open writes of this gateway, with the time of their last announcement; the earliest first. */
  readonly #openWrites = new Map<Announced, number>();
  readonly #spans = new Spans();

  /** @param generation the generation of the server, which heartbeats between gateways contain */
  constructor(registry: Registry, generation: Generation) {
    this.#generation = generation;
    this.#metrics = createMetrics(registry, () => ({
      writers: this.#recentWriters.size,
      gateways: this.#log?.peers.size ?? 0,
      lateWorkers: this.#log?.positions.lateWorkers ?? new Set(),
    }));
  }

  /** Starts to exchange announcements with other gateways, as soon as NATS is connected. */
  connect({ nats, prefix, follower }: LogAccess): { stop(): void } {
    let connected: { stop(): void } | undefined;
    let isStopped = false;
    Promise.resolve(nats).then(
      (connection) => {
        if (!isStopped) connected = this.#join(connection, prefix, follower);
      },
      () => undefined, // The service stopped before NATS was connected.
    );
    return {
      stop() {
        isStopped = true;
        connected?.stop();
      },
    };
  }

  #join(nats: NatsConnection, prefix: string, follower: Follower): { stop(): void } {
    const stopping = new AbortController();
    const positions = new Positions({ nats, prefix, signal: stopping.signal });
    const peers = new Peers({
      nats,
      prefix,
      generation: this.#generation,
      onMessage: (data) => this.#receive(data),
      onHeartbeat: () => this.#onHeartbeat(),
      onJoined: (send) => this.#onJoined(send),
    });
    this.#log = { peers, positions, follower };
    void positions.find(0);
    return {
      stop: () => {
        this.#log = undefined;
        stopping.abort();
        clearTimeout(this.#sendingEnds);
        peers.stop();
      },
    };
  }

  begin(userId: UserId, change: Change): Write {
    this.#log?.peers.used();
    const nowMs = performance.now();
    const joinCount = this.#log?.peers.joinCount;
    const span = this.#spans.find({ userId, change, joinCount, nowMs }) ?? this.#open(userId, change, nowMs);
    span.writes++;
    return { end: () => this.#end(span) };
  }

  /** Opens a span (a group of writes that share one announcement) and announces it. */
  #open(userId: UserId, change: Change, nowMs: number): Span {
    const write = { write: `${this.#id}.${this.#writes++}`, userId, change };
    this.#openWrites.set(write, nowMs);
    this.#recentWriters.begin(write, nowMs);
    this.#begun.push(write);
    const span: Span = { write, beganMs: nowMs, announced: this.#announce(), writes: 0 };
    void span.announced.then((joinCount) => {
      span.acknowledged = { joinCount };
    });
    this.#closeIfDone(this.#spans.share(span));
    return span;
  }

  async #end(span: Span): Promise<void> {
    span.writes--;
    this.#closeIfDone(span);
    const joinCount = await span.announced;
    // A gateway that joined after the announcement does not know of the write. It may have determined a position before the
    // write ended, so it must be told.
    const peers = this.#log?.peers;
    if (!peers || peers.joinCount === joinCount) return;
    this.#spans.withdraw(span);
    this.#closeIfDone(span);
    await peers.announce(() => encode({ ended: [span.write] }));
  }

  /** Ends a span when it has no open writes and no later write can join it. Announces the end. */
  #closeIfDone(span: Span | undefined): void {
    if (!span || span.writes > 0 || this.#spans.isShared(span)) return;
    if (!this.#openWrites.delete(span.write)) return;
    this.#recentWriters.end(span.write, performance.now());
    this.#ended.push(span.write);
    this.#announceEnds();
  }

  before(userId: UserId, changes: readonly Change[]): SeenUpTo | Promise<SeenUpTo> | undefined {
    if (changes.length === 0) return undefined;
    const log = this.#log;
    log?.peers.used();
    const knowsAllWriters = this.#checkTrust();
    const records = this.#recentWriters.of(userId, changes);
    if (knowsAllWriters && records.length === 0) return undefined;
    const known = knowsAllWriters ? latestOf(records) : undefined;
    if (!log || !known || !hasMerged(log.follower, known)) return this.#find(records, known);
    return this.#found(known, 'known', performance.now());
  }

  async report(userId: UserId, presence: PresenceReport): Promise<void> {
    this.#log?.peers.used();
    const reported = { userId, presence };
    this.#recentWriters.report(reported, performance.now());
    this.#reported.push(reported);
    await this.#announce();
  }

  async presenceOf(userId: UserId): Promise<PresenceReport | undefined> {
    this.#log?.peers.used();
    if (!this.#checkTrust()) await this.#log?.peers.untilTrusted();
    return this.#recentWriters.presenceOf(userId);
  }

  /**
   * Determines the position in the log that the request must see, unless `known` is given. Waits until this gateway has read
   * the log up to it. The result is `unknown` when NATS is not usable or when this takes too long.
   */
  async #find(records: readonly WriterRecord[], known: LogPosition | undefined): Promise<SeenUpTo> {
    const beganMs = performance.now();
    const log = this.#log;
    // Only a user who wrote waits for a slow NATS. Others wait until NATS has answered a heartbeat, for up to 250 ms.
    const mayAsk = records.length > 0 ? log?.peers.isConnected : await log?.peers.isAnswered();
    if (!log || !mayAsk) return this.#found('unknown', 'unconfirmed', beganMs);
    const position = known ?? (await this.#ask(log.positions, records, beganMs));
    const isSeen = position !== undefined && (await isMerged(log.follower, position, beganMs + withinMs));
    const outcome = !isSeen ? 'unconfirmed' : known ? 'known' : 'found';
    return this.#found(isSeen ? position : 'unknown', outcome, beganMs);
  }

  async #ask(
    positions: Positions,
    records: readonly WriterRecord[],
    beganMs: number,
  ): Promise<LogPosition | undefined> {
    const versions = records.map(({ version }) => version);
    // A user without a record probably has not written, so their request waits for a short time only.
    const position = await positions.find(beganMs + (records.length > 0 ? withinMs : withoutWriteMs));
    records.forEach((record, index) => {
      // The position is stored only if no write of the record was open or was added since. Otherwise it may not include that
      // write.
      if (record.open.size === 0 && record.version === versions[index]) record.position = position;
    });
    return position;
  }

  #found(seen: SeenUpTo, outcome: Outcome, beganMs: number): SeenUpTo {
    this.#metrics.found(outcome, performance.now() - beganMs);
    return seen;
  }

  /** When this begins, every user is recorded, because the gateway may have missed announcements. */
  #checkTrust(): boolean {
    const knowsAllWriters = this.#log?.peers.receivesFromAll() ?? false;
    if (knowsAllWriters && !this.#knewAllWriters) this.#recentWriters.addEveryone(performance.now());
    this.#knewAllWriters = knowsAllWriters;
    return knowsAllWriters;
  }

  #announceEnds(): void {
    this.#sendingEnds ??= setTimeout(() => {
      this.#sendingEnds = undefined;
      void this.#announce();
    }, endsWaitMs);
  }

  /** At the end of this turn. Resolves when all acknowledged, with the `joinCount` for which it was sent. */
  #announce(): Promise<number | undefined> {
    if (!this.#log) {
      [this.#begun, this.#ended, this.#reported] = [[], [], []];
      return Promise.resolve(undefined);
    }
    this.#sending ??= new Promise((resolve) => {
      // Errors are ignored, because without NATS no other gateway can be reached.
      setImmediate(() => resolve(this.#send().catch(() => undefined)));
    });
    return this.#sending;
  }

  async #send(): Promise<number | undefined> {
    clearTimeout(this.#sendingEnds);
    this.#sendingEnds = undefined;
    const [begun, ended, reported] = [this.#begun, this.#ended, this.#reported];
    [this.#begun, this.#ended, this.#reported, this.#sending] = [[], [], [], undefined];
    const message = () => encode({ begun, ended, reported });
    if (begun.length + reported.length > 0) return await this.#log?.peers.announce(message);
    this.#log?.peers.notify(message);
    return undefined;
  }

  #receive(data: Uint8Array): void {
    const nowMs = performance.now();
    try {
      const { begun = [], ended = [], reported = [] } = JSON.parse(textDecoder.decode(data)) as Message;
      for (const write of begun) this.#recentWriters.begin(write, nowMs);
      for (const write of ended) this.#recentWriters.end(write, nowMs);
      for (const report of reported) this.#recentWriters.report(report, nowMs);
    } catch {
      // A message that cannot be parsed may announce a write of any user.
      this.#recentWriters.addEveryone(nowMs);
    }
  }

  #onHeartbeat(): void {
    const nowMs = performance.now();
    for (const span of this.#spans.expire(nowMs)) this.#closeIfDone(span);
    // Open writes are announced again only while this gateway knows all other gateways.
    if (this.#checkTrust()) this.#renew(nowMs);
    if (!this.#log) return;
    const { follower, positions } = this.#log;
    this.#recentWriters.sweep(nowMs, follower.freshness.ageMs() <= 1_000);
    if (!positions.isWorking) void positions.find(0);
  }

  #onJoined(send: (message: Uint8Array) => void): void {
    const reports = this.#recentWriters.reports();
    for (let first = 0; first < reports.length; first += maxReports) {
      send(encode({ reported: reports.slice(first, first + maxReports) }));
    }
  }

  #renew(nowMs: number): void {
    const begun: Announced[] = [];
    for (const [write, announcedAtMs] of this.#openWrites) {
      if (nowMs - announcedAtMs < renewEveryMs) break;
      begun.push(write);
    }
    for (const write of begun) {
      this.#openWrites.delete(write);
      this.#openWrites.set(write, nowMs);
      this.#recentWriters.begin(write, nowMs);
    }
    if (begun.length > 0) this.#log?.peers.notify(() => encode({ begun }));
  }
}

const encode = (message: Message): Uint8Array => jsonBytes(message);

/** Returns the latest position of the records; undefined when a record has none, or when they are of different epochs. */
function latestOf(records: readonly WriterRecord[]): LogPosition | undefined {
  let latest: LogPosition | undefined;
  for (const { position } of records) {
    if (!position || (latest && latest.epoch !== position.epoch)) return undefined;
    if (!latest || latest.sequence < position.sequence) latest = position;
  }
  return latest;
}

const hasMerged = ({ position }: Follower, { epoch, sequence }: LogPosition): boolean =>
  position.epoch > epoch || (position.epoch === epoch && position.sequence >= sequence);

/** Waits until this gateway has read the log up to a position. Returns false on timeout. */
async function isMerged(follower: Follower, position: LogPosition, untilMs: number): Promise<boolean> {
  const { epoch, sequence } = position;
  if (hasMerged(follower, position)) return true;
  if (follower.position.epoch !== epoch) return false;
  const leftMs = Math.max(0, Math.ceil(untilMs - performance.now()));
  return follower.waitFor(sequence, AbortSignal.timeout(leftMs)).then(
    () => true,
    () => false,
  );
}
