import { randomInt } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isStreamMissing } from './missing.ts';
import { jsonCodec, openRecords, type Records, type StoredRecord } from './records.ts';
import { findStream, logNames, type StorageOptions } from './streams.ts';

/** The current epoch (one continuous history of the log) and its stream. */
export type EpochRecord = {
  epoch: string;
  stream: string;
  /** Time at which the epoch started, in ISO 8601. */
  startedAt: string;
  /** Names of the streams of earlier epochs that may still exist, the newest first. */
  earlier: string[];
};

const KEY = 'epoch';
const codec = jsonCodec<EpochRecord>();

/** Returns a name for a new epoch. Names sort by time; a random part distinguishes those of one millisecond. */
export function newEpoch(nowMs: number): string {
  const random = randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `e${nowMs.toString(36).padStart(9, '0')}${random}`;
}

/** Reads and replaces the record of the current epoch. Only the relay replaces it. */
export type EpochStore = {
  read(): Promise<StoredRecord<EpochRecord> | undefined>;
  /**
   * Replaces the record if it has the given revision (0: if there is none). Returns the new revision.
   * @throws RecordConflictError when another relay has changed the record
   */
  move(record: EpochRecord, revision: number): Promise<number>;
};

/** Opens the bucket with the record of the current epoch. Creates it when it does not exist. */
export async function openEpochStore(
  nats: NatsConnection,
  prefix: string,
  storage: StorageOptions = {},
): Promise<EpochStore> {
  const records: Records<EpochRecord> = await openRecords({
    nats,
    bucket: logNames(prefix).metaBucket,
    codec,
    storage,
  });
  return {
    read: () => records.get(KEY),
    move: (record, revision) =>
      revision === 0 ? records.create(KEY, record) : records.update(KEY, record, revision),
  };
}

/**
 * Returns a text that changes whenever the record of the current epoch changes or its bucket is recreated; undefined when there
 * is no bucket. This takes one request, whereas `readEpoch` takes two.
 */
export async function epochRevision(jsm: JetStreamManager, prefix: string): Promise<string | undefined> {
  const found = await findStream(jsm, `KV_${logNames(prefix).metaBucket}`);
  return found && `${found.created} ${found.state.last_seq} ${found.state.last_ts}`;
}

/**
 * Returns the current epoch from the bucket's leader; undefined when no relay has started yet. First it checks that the bucket
 * has a record: nats-server 2.9 crashes when the last message of a subject is requested while the stream is being created.
 */
export async function readEpoch(jsm: JetStreamManager, prefix: string): Promise<EpochRecord | undefined> {
  const bucket = logNames(prefix).metaBucket;
  try {
    const { state } = await jsm.streams.info(`KV_${bucket}`);
    if (state.messages === 0) return undefined;
    const message = await jsm.streams.getMessage(`KV_${bucket}`, { last_by_subj: `$KV.${bucket}.${KEY}` });
    return message ? codec.decode(message.data) : undefined;
  } catch (error) {
    if (isStreamMissing(error)) return undefined;
    throw error;
  }
}
