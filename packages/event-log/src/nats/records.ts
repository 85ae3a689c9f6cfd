import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { jsonBytes } from '@parley/core';
import { RecordConflictError } from '../errors.ts';
import { ackedPublisherOf, type Expected } from './acked-publisher.ts';
import { orUnavailable } from './no-answer.ts';
import { ensureStream, recordBucket, type StorageOptions } from './streams.ts';

/** Encodes and decodes a record. `decode` must also accept the bytes of earlier releases. */
export type RecordCodec<T> = { encode(value: T): Uint8Array; decode(data: Uint8Array): T };

/** A record that was read, with the revision that compare-and-set needs. */
export type StoredRecord<T> = {
  value: T;
  revision: number;
  /** Time of the last change by the server's clock, in milliseconds since the Unix epoch. */
  changedAtMs: number;
};

/**
 * Records in a NATS key-value bucket. Reads go to the leader, so that every process sees a write as soon as it is acknowledged.
 * All methods throw UNAVAILABLE when NATS does not answer.
 */
export type Records<T> = {
  get(key: string): Promise<StoredRecord<T> | undefined>;
  /** Stores a new record and returns its revision. @throws RecordConflictError when the key exists */
  create(key: string, value: T): Promise<number>;
  /** Stores a record, even if the key exists. Returns its new revision. */
  put(key: string, value: T): Promise<number>;
  /** Replaces a record if its revision is `revision`, and returns the new one. @throws RecordConflictError when it has changed */
  update(key: string, value: T, revision: number): Promise<number>;
  /**
   * Deletes a record without leaving a deletion marker. With `revision`, it does so only if the record has this revision.
   * Returns false when nothing was deleted.
   */
  delete(key: string, revision?: number): Promise<boolean>;
  /** Returns the keys that match a pattern of NATS subjects, for instance `7.*`. `>` matches all keys. */
  keys(pattern: string): Promise<string[]>;
  count(): Promise<number>;
};

export type RecordsOptions<T> = {
  nats: NatsConnection;
  bucket: string;
  codec: RecordCodec<T>;
  /** Milliseconds after its last change at which the server removes a record; 0 or undefined for never. */
  maxAgeMs?: number;
  storage?: StorageOptions;
};

/** Time limit of a write, in milliseconds. */
const writeWithinMs = 5_000;

/** Opens a bucket. Creates it when it does not exist. @throws StreamMismatchError when it has other settings */
export async function openRecords<T>(options: RecordsOptions<T>): Promise<Records<T>> {
  const { nats, bucket, codec } = options;
  const jsm = await jetstreamManager(nats, { checkAPI: false });
  await ensureStream(
    jsm,
    recordBucket(bucket, {
      ...options.storage,
      ...(options.maxAgeMs === undefined ? {} : { maxAgeMs: options.maxAgeMs }),
    }),
  );
  const kv = await new Kvm(jetstream(nats)).open(bucket, { allow_direct: false });
  const acked = ackedPublisherOf(nats);
  const write = async (key: string, value: T, expected: Expected): Promise<number> => {
    const written = acked.publish(`$KV.${bucket}.${key}`, codec.encode(value), {
      expected,
      timeoutMs: writeWithinMs,
    });
    try {
      return await orUnavailable(written);
    } catch (error) {
      if (isWrongSequence(error))
        throw new RecordConflictError(`the record ${key} has changed`, { cause: error });
      throw error;
    }
  };
  return {
    get: (key) => orUnavailable(get(kv, codec, key)),
    create: (key, value) => write(key, value, { lastSubjectSequence: 0 }),
    put: (key, value) => write(key, value, {}),
    update: (key, value, revision) => write(key, value, { lastSubjectSequence: revision }),
    delete: (key, revision) => orUnavailable(purge(jsm, bucket, key, revision)),
    keys: (pattern) => orUnavailable(keys(jsm, bucket, pattern)),
    count: async () => (await orUnavailable(jsm.streams.info(`KV_${bucket}`))).state.messages,
  };
}

/** Returns a codec that stores records as JSON text. */
export function jsonCodec<T>(): RecordCodec<T> {
  return {
    encode: (value) => jsonBytes(value),
    decode: (data) => JSON.parse(Buffer.from(data).toString()) as T,
  };
}

async function get<T>(kv: KV, codec: RecordCodec<T>, key: string): Promise<StoredRecord<T> | undefined> {
  const entry = await kv.get(key);
  if (entry?.operation !== 'PUT') return undefined;
  return { value: codec.decode(entry.value), revision: entry.revision, changedAtMs: entry.created.getTime() };
}

async function purge(
  jsm: JetStreamManager,
  bucket: string,
  key: string,
  revision: number | undefined,
): Promise<boolean> {
  const { purged } = await jsm.streams.purge(`KV_${bucket}`, {
    filter: `$KV.${bucket}.${key}`,
    ...(revision === undefined ? {} : { seq: revision + 1 }),
  });
  return purged > 0;
}

async function keys(jsm: JetStreamManager, bucket: string, pattern: string): Promise<string[]> {
  const subject = `$KV.${bucket}.${pattern}`;
  const { state } = await jsm.streams.info(`KV_${bucket}`, { subjects_filter: subject });
  return Object.keys(state.subjects ?? {}).map((found) => found.slice(`$KV.${bucket}.`.length));
}

/** Returns whether a publish was rejected because the stream or subject does not end at the expected sequence. */
export function isWrongSequence(error: unknown): boolean {
  return (
    error instanceof JetStreamApiError &&
    (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
      error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown)
  );
}
