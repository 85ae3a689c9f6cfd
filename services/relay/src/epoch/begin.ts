import type { JetStreamManager } from '@nats-io/jetstream';
import type { Logger } from '@parley/core';
import {
  type EpochRecord,
  type EpochStore,
  ensureStream,
  logNames,
  logStream,
  newEpoch,
  type StorageOptions,
  type StoredRecord,
} from '@parley/event-log';

/** Streams of earlier epochs that are kept, so that workers can finish them. */
const EARLIER_KEPT = 2;

/** A name for the next epoch; it sorts after every epoch there was, also when clocks differ. */
export function nextEpoch(nowMs: number, ...earlier: (string | undefined)[]): string {
  const latest = earlier.reduce<string>((max, epoch) => (epoch && epoch > max ? epoch : max), '');
  // The time is the nine characters after the `e`.
  const latestMs = latest === '' ? 0 : Number.parseInt(latest.slice(1, 10), 36);
  return newEpoch(Math.max(nowMs, latestMs + 1));
}

/** Creates the stream of a new epoch; nobody reads it before the record is moved. */
export async function createEpochStream(
  jsm: JetStreamManager,
  prefix: string,
  epoch: string,
  storage: StorageOptions,
): Promise<void> {
  await ensureStream(jsm, logStream(prefix, epoch, storage));
}

/** Makes the epoch the current one. @throws RecordConflictError when another relay has moved on meanwhile. */
export async function moveEpoch(
  store: EpochStore,
  prefix: string,
  epoch: string,
  before: StoredRecord<EpochRecord> | undefined,
): Promise<EpochRecord> {
  const earlier = before ? [before.value.stream, ...before.value.earlier].slice(0, EARLIER_KEPT) : [];
  const record = {
    epoch,
    stream: logNames(prefix).stream(epoch),
    startedAt: new Date().toISOString(),
    earlier,
  };
  await store.move(record, before?.revision ?? 0);
  return record;
}

/** Removes streams of the log that the record no longer names, left by old epochs or by a crash. */
export async function removeOldStreams(
  jsm: JetStreamManager,
  prefix: string,
  record: EpochRecord,
  logger: Logger,
): Promise<void> {
  const family = logNames(prefix).stream('');
  const kept = new Set([record.stream, ...record.earlier]);
  for await (const name of jsm.streams.names(`${prefix}.log.*`)) {
    const epoch = name.slice(family.length);
    if (!name.startsWith(family) || !/^e[0-9a-z]+$/.test(epoch)) continue;
    if (kept.has(name) || epoch >= record.epoch) continue;
    await jsm.streams.delete(name);
    logger.info({ stream: name }, 'removed the stream of an old epoch');
  }
}
