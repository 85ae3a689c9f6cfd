import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { errors, errorText, type Logger, systemClock } from '@parley/core';
import { jsonCodec, logNames, openRecords, type Records, type StoredRecord } from '@parley/event-log';
import type { UserId } from '@parley/rules';
import { LRUCache } from 'lru-cache';
import { recordKey } from '../domain/queue-id.ts';
import type { QueueRecord } from './record.ts';
import { clockKey, createServerClock, type ServerClock } from './server-clock.ts';
import { lifeMs } from './session.ts';

export type StoreOptions = {
  nats: NatsConnection;
  prefix: string;
  epoch: string;
  replicas: number;
  maxIdleSeconds: number;
  limits: { queuesPerPerson: number; queues: number };
  logger: Logger;
};

/**
 * Fraction of the limit of queues per user. Counting a user's queues is expensive for the stream leader. So the store counts
 * them only for users who have created at least this fraction of the limit on this replica.
 */
const uncountedPart = 0.1;
const maxCounts = 10_000;
/** Minimum time between two counts of all queues, in milliseconds. */
const countAllMs = 1_000;
/** Maximum number of sweeps in a round. A round examines every record once. */
const sweepsPerRound = 60;
const leastSwept = 100;

export type StoredQueue = { key: string; secret: string; record: QueueRecord; changedAtMs: number };

/** Opens the records of the queues of one epoch, in a key-value bucket of NATS. */
export async function openStore(options: StoreOptions): Promise<QueueStore> {
  const { nats, prefix, epoch, limits } = options;
  const records = await openRecords<QueueRecord>({
    nats,
    bucket: logNames(prefix).queueBucket(epoch),
    codec: jsonCodec<QueueRecord>(),
    // The bucket itself removes records of this age. They have certainly expired, so this only matters when the sweep fails.
    maxAgeMs: lifeMs(options.maxIdleSeconds) * 2,
    storage: { replicas: options.replicas },
  });
  return new QueueStore(epoch, records, limits);
}

export class QueueStore {
  readonly epoch: string;
  readonly records: Records<QueueRecord>;
  readonly clock: ServerClock;
  readonly #limits: StoreOptions['limits'];
  /** Number of queues by user ID: the last answer of the leader, plus the queues that this replica has created since. */
  readonly #counts = new LRUCache<number, number>({ max: maxCounts });
  /** Number of all queues: the last answer of the leader, plus the queues that this replica has created since. */
  #all = 0;
  #allKnownAtMs = Number.NEGATIVE_INFINITY;
  /** Keys that the current round still has to examine. A round of sweeps examines every record once. */
  #round: string[] = [];
  /** Number of keys that each sweep of the current round examines. */
  #share = leastSwept;
  /**
   * Server time in milliseconds before which a record cannot expire, by key, for records that this replica has written or read.
   * Before that time, the sweep does not read the record, so queues that cannot have expired cost nothing.
   */
  readonly #dueAt = new Map<string, number>();

  constructor(epoch: string, records: Records<QueueRecord>, limits: StoreOptions['limits']) {
    this.epoch = epoch;
    this.records = records;
    this.clock = createServerClock(records as unknown as Records<unknown>);
    this.#limits = limits;
  }

  /** @throws BAD_REQUEST when its user has too many queues; UNAVAILABLE when the organization has too many */
  async create(ownerId: UserId, secret: string, record: QueueRecord): Promise<void> {
    await this.#refuseWhenFull();
    const limit = this.#limits.queuesPerPerson;
    let count = this.#counts.get(ownerId) ?? 0;
    if (count >= limit * uncountedPart) {
      const keys = await this.records.keys(`${ownerId}.*`);
      count = keys.length < limit ? keys.length : keys.length - (await this.#removeExpired(keys));
      if (count >= limit) {
        throw errors.badRequest(
          errorText('Too many event queues (at most {limit}); delete one or let it expire.', { limit }),
        );
      }
    }
    this.#counts.set(ownerId, count + 1);
    const key = recordKey(ownerId, secret);
    await this.#write(key, record, () => this.records.create(key, record));
  }

  /** Reads a record. Remembers the earliest time at which the queue can expire. */
  async get(key: string): Promise<StoredRecord<QueueRecord> | undefined> {
    const stored = await this.records.get(key);
    if (stored) this.#dueAt.set(key, stored.changedAtMs + lifeMs(stored.value.idleSeconds));
    else this.#dueAt.delete(key);
    return stored;
  }

  /** Returns the new revision. @throws RecordConflictError when the record has changed since `revision` */
  update(key: string, record: QueueRecord, revision: number): Promise<number> {
    return this.#write(key, record, () => this.records.update(key, record, revision));
  }

  /** Returns a user's queues that have not expired. */
  async queuesOf(userId: UserId): Promise<StoredQueue[]> {
    const queues: StoredQueue[] = [];
    for (const key of await this.records.keys(`${userId}.*`)) {
      const stored = await this.records.get(key);
      if (!stored || (await this.hasExpired(stored))) continue;
      const { value: record, changedAtMs } = stored;
      queues.push({ key, secret: key.slice(key.indexOf('.') + 1), record, changedAtMs });
    }
    return queues;
  }

  /** Returns whether a record has not been written for longer than its queue may live, by the server's clock. */
  async hasExpired({ value, changedAtMs }: StoredRecord<QueueRecord>): Promise<boolean> {
    return (await this.clock.now()) - changedAtMs > lifeMs(value.idleSeconds);
  }

  /** Examines the next part of the records and removes expired ones. Returns the number of removed records. */
  async sweep(): Promise<number> {
    const dueAt = this.#dueAt;
    if (this.#round.length === 0) {
      this.#round = (await this.records.keys('>')).filter((key) => key !== clockKey);
      const present = new Set(this.#round);
      for (const key of dueAt.keys()) if (!present.has(key)) dueAt.delete(key);
      this.#share = Math.max(leastSwept, Math.ceil(this.#round.length / sweepsPerRound));
    }
    const nowMs = await this.clock.now();
    return this.#removeExpired(
      this.#round.splice(-this.#share).filter((key) => (dueAt.get(key) ?? 0) <= nowMs),
    );
  }

  /**
   * Writes a record, and remembers the earliest time at which it can expire. The timestamp that the server gives it is not
   * earlier than the server's clock before the write.
   */
  async #write(key: string, record: QueueRecord, how: () => Promise<number>): Promise<number> {
    const beforeMs = await this.clock.now();
    const revision = await how();
    this.#dueAt.set(key, beforeMs + lifeMs(record.idleSeconds));
    return revision;
  }

  async #removeExpired(keys: readonly string[]): Promise<number> {
    let removed = 0;
    for (const key of keys) {
      const stored = await this.get(key);
      // When a poll writes a new revision at the same time, the deletion of the examined revision fails.
      if (stored && (await this.hasExpired(stored)) && (await this.records.delete(key, stored.revision)))
        removed++;
    }
    return removed;
  }

  async #refuseWhenFull(): Promise<void> {
    if (systemClock.monotonic() - this.#allKnownAtMs > countAllMs) {
      this.#allKnownAtMs = systemClock.monotonic();
      // One of the records belongs to the server clock and is not a queue.
      this.#all = Math.max(0, (await this.records.count()) - 1);
    }
    if (++this.#all > this.#limits.queues) {
      throw errors.unavailable('This server has as many event queues as it can. Please try again later.');
    }
  }
}

/** Deletes the buckets of earlier epochs, because their queues can no longer be polled. */
export async function removeEarlier({ nats, prefix, epoch, logger }: StoreOptions): Promise<void> {
  const stem = `KV_${logNames(prefix).queueBucket('')}`;
  const manager: JetStreamManager = await jetstreamManager(nats, { checkAPI: false });
  for await (const name of manager.streams.names('$KV.*.>')) {
    if (!name.startsWith(stem) || name.slice(stem.length) >= epoch) continue;
    logger.info({ bucket: name }, 'removing the queues of an earlier epoch');
    await manager.streams.delete(name);
  }
}
