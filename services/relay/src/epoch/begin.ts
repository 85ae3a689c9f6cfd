import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
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

/** Number of streams of earlier epochs that are kept, so that workers can finish reading them. */
const EARLIER_KEPT = 2;

/** Returns a name for the next epoch (docs/glossary.md#events). It is greater than the names of all earlier ones, even when clocks differ. */
export function nextEpoch(nowMs: number, ...earlier: (string | undefined)[]): string {
  const latest = earlier.reduce<string>((max, epoch) => (epoch && epoch > max ? epoch : max), '');
  // After the `e`, nine characters encode the time.
  const latestMs = latest === '' ? 0 : Number.parseInt(latest.slice(1, 10), 36);
  return newEpoch(Math.max(nowMs, latestMs + 1));
}

/**
 * Creates the stream of a new epoch. No process reads the stream before the epoch record names it. JetStream reserves the
 * maximum size of a stream. When there is too little space for that, the maximum sizes of earlier streams are first reduced to
 * their current sizes.
 */
export async function createEpochStream(
  jsm: JetStreamManager,
  prefix: string,
  epoch: string,
  storage: StorageOptions,
): Promise<void> {
  const definition = logStream(prefix, epoch, storage);
  try {
    await ensureStream(jsm, definition);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== NO_STORAGE) throw error;
    await shrinkStreams(jsm, prefix);
    await ensureStream(jsm, definition);
  }
}

/** JetStream's error code for "insufficient storage resources available". */
const NO_STORAGE = 10047;
const MIN_STREAM_BYTES = 2 ** 20;

async function shrinkStreams(jsm: JetStreamManager, prefix: string): Promise<void> {
  for (const name of await logStreams(jsm, prefix)) {
    const { state } = await jsm.streams.info(name);
    await jsm.streams.update(name, { max_bytes: Math.max(MIN_STREAM_BYTES, state.bytes) });
  }
}

async function logStreams(jsm: JetStreamManager, prefix: string): Promise<string[]> {
  const family = logNames(prefix).stream('');
  const found: string[] = [];
  for await (const name of jsm.streams.names(`${prefix}.log.*`)) {
    if (name.startsWith(family) && /^e[0-9a-z]+$/.test(name.slice(family.length))) found.push(name);
  }
  return found;
}

/** @throws RecordConflictError when another relay has changed the record */
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

/** Of old epochs, or of a relay that crashed while it began an epoch. */
export async function removeOldStreams(
  jsm: JetStreamManager,
  prefix: string,
  record: EpochRecord,
  logger: Logger,
): Promise<void> {
  const kept = new Set([record.stream, ...record.earlier]);
  for (const name of await logStreams(jsm, prefix)) {
    // A stream with a later name belongs to a relay that is beginning another epoch.
    if (kept.has(name) || name > record.stream) continue;
    await jsm.streams.delete(name);
    logger.info({ stream: name }, 'removed the stream of an old epoch');
  }
}
