import { randomInt } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isStreamMissing } from './missing.ts';
import { jsonCodec, openRecords, type Records, type StoredRecord } from './records.ts';
import { findStream, logNames, type StorageOptions } from './streams.ts';

/** The stream to which the log is written now. */
export type EpochRecord = {
  epoch: string;
  stream: string;
  /** ISO 8601 time. */
  startedAt: string;
  /** Streams of earlier epochs that may still exist, newest first. */
  earlier: string[];
};

const KEY = 'epoch';
const codec = jsonCodec<EpochRecord>();

/**
 * Returns a name for a new epoch. Later epochs sort after earlier ones, and two epochs of the same millisecond differ.
 */
export function newEpoch(nowMs: number): string {
  const random = randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `e${nowMs.toString(36).padStart(9, '0')}${random}`;
}

/** Reads and changes the record of the current epoch. Only the relay changes it. */
export type EpochStore = {
  read(): Promise<StoredRecord<EpochRecord> | undefined>;
  /**
   * Replaces the record that has the given revision (0 when there is none).
   * @throws RecordConflictError when another relay changed the record
   */
  move(record: EpochRecord, revision: number): Promise<number>;
};

/** Opens the bucket of the current epoch. Creates it when it is missing. */
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
 * Returns a text that differs after each change of the record of the current epoch, and after its bucket was recreated.
 * It costs one request, and `readEpoch` costs two.
 */
export async function epochRevision(jsm: JetStreamManager, prefix: string): Promise<string | undefined> {
  const found = await findStream(jsm, `KV_${logNames(prefix).metaBucket}`);
  return found && `${found.created} ${found.state.last_seq} ${found.state.last_ts}`;
}

/**
 * Returns the current epoch from the bucket's leader; undefined before the first start of a relay. It requests the
 * record only when the bucket is known to have one, because nats-server 2.9 crashes on a request for a subject's last
 * message while the stream is being created.
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
