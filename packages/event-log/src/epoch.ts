import { randomInt } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isStreamMissing } from './missing.ts';
import { jsonCodec, openRecords, type Records, type StoredRecord } from './records.ts';
import { logNames, type StorageOptions } from './streams.ts';

/** The stream that the log is written to now. */
export type EpochRecord = {
  epoch: string;
  stream: string;
  /** ISO 8601. */
  startedAt: string;
  /** Streams of earlier epochs that may still exist, newest first. */
  earlier: string[];
};

const KEY = 'epoch';
const codec = jsonCodec<EpochRecord>();

/** A new epoch's name: sorts after earlier ones, and two made in the same millisecond differ. */
export function newEpoch(nowMs: number): string {
  const random = randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `e${nowMs.toString(36).padStart(9, '0')}${random}`;
}

/** Reads and moves the current epoch; only the relay moves it. */
export type EpochStore = {
  read(): Promise<StoredRecord<EpochRecord> | undefined>;
  /** Moves on from the revision read (0: there was none). @throws RecordConflictError when another relay did. */
  move(record: EpochRecord, revision: number): Promise<number>;
};

/** Where the present epoch is kept; made when it is not there. */
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
 * The current epoch as the bucket's leader knows it; undefined while no relay has ever started. The record is asked
 * for only once the bucket is known to hold it: nats-server 2.9 dies of a question for a subject's last message
 * while the stream comes to be.
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
