/** Names and settings of all NATS streams, buckets and subjects of Parley. */
import {
  JetStreamApiError,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { StreamMismatchError } from '../errors.ts';
import { isStreamMissing } from './missing.ts';

/** Returns all names with a prefix. Deployments (and parallel tests) with different prefixes can share a NATS server. */
export function logNames(prefix: string) {
  if (!/^[a-zA-Z0-9_-]+$/.test(prefix))
    throw new RangeError('a NATS prefix has letters, digits, _ and - only');
  return {
    stream: (epoch: string) => `${prefix}_log_${epoch}`,
    subject: (epoch: string) => `${prefix}.log.${epoch}`,
    parkedStream: `${prefix}_parked`,
    parkedSubject: (worker: string) => `${prefix}.parked.${worker}`,
    metaBucket: `${prefix}_meta`,
    /** Name of the bucket with the records of event queues in an epoch. */
    queueBucket: (epoch: string) => `${prefix}_queues_${epoch}`,
    workerBucket: `${prefix}_workers`,
    freshness: `${prefix}.fresh`,
    /** Subject on which processes that use the log ask the active relay, which writes the log, to announce its position. */
    freshnessAsked: `${prefix}.fresh.asked`,
    /** Subject on which followers, which read the log, report that the stream has lost entries that they have handled. */
    lossReports: `${prefix}.doubt`,
    /** Subject on which the active relay answers requests for the end of the log. */
    position: `${prefix}.position`,
    /** Subject on which every process answers requests for its status. */
    status: `${prefix}.status`,
    signal: (kind: string) => `${prefix}.signal.${kind}`,
    signals: `${prefix}.signal.>`,
    /** Subject of ephemeral messages from one replica of a service to all its replicas, for instance about a deleted queue. */
    broadcast: (topic: string) => `${prefix}.broadcast.${topic}`,
    /** Subject on which the replica that holds a worker's lease answers requests about its progress. */
    worker: (name: string) => `${prefix}.broadcast.worker.${name}`,
    /** Subject on which a replica announces that it waits for a lease. The holder then renews it more often. */
    standby: (name: string) => `${prefix}.broadcast.standby.${name}`,
  };
}

/** Storage settings of the NATS streams. */
export type StorageOptions = {
  /** Number of replicas of each stream in the NATS cluster: 1, 3 or 5. */
  replicas?: number;
  /** How long entries of the log are stored, in milliseconds. Default 7 days. */
  logMaxAgeMs?: number;
  /** Maximum size of the log in bytes, which JetStream reserves. When it is full, the oldest entries go. Default 1 GiB. */
  logMaxBytes?: number;
};

const DAY_MS = 86_400_000;
const FILE = 'file';
const LIMITS = 'limits';

type Definition = Partial<StreamConfig> & { name: string; subjects: string[] };

/** Returns the settings of the stream of an epoch, which is one continuous history of the log. */
export function logStream(prefix: string, epoch: string, options: StorageOptions = {}): Definition {
  const names = logNames(prefix);
  return {
    name: names.stream(epoch),
    subjects: [names.subject(epoch)],
    storage: FILE,
    retention: LIMITS,
    discard: 'old',
    max_age: nanos(options.logMaxAgeMs ?? 7 * DAY_MS),
    max_bytes: options.logMaxBytes ?? 2 ** 30,
    num_replicas: options.replicas ?? 1,
    allow_direct: true,
    deny_delete: true,
    deny_purge: true,
    duplicate_window: nanos(1000),
  };
}

/** Returns the settings of the stream of parked events, which workers could not handle. */
export function parkedStream(prefix: string, options: StorageOptions = {}): Definition {
  const names = logNames(prefix);
  return {
    name: names.parkedStream,
    subjects: [names.parkedSubject('*')],
    storage: FILE,
    retention: LIMITS,
    discard: 'old',
    max_age: nanos(30 * DAY_MS),
    max_bytes: 64 * 2 ** 20,
    num_replicas: options.replicas ?? 1,
    allow_direct: true,
  };
}

/**
 * Returns the settings of a key-value bucket. Reads go to the leader of its stream (no direct get), so that every process sees
 * a write as soon as it is acknowledged.
 * @param options `maxAgeMs`: milliseconds after its last change at which a record is removed; 0 means never
 */
export function recordBucket(
  bucket: string,
  options: StorageOptions & { maxAgeMs?: number } = {},
): Definition {
  return {
    name: `KV_${bucket}`,
    subjects: [`$KV.${bucket}.>`],
    storage: FILE,
    retention: LIMITS,
    discard: 'new',
    max_msgs_per_subject: 1,
    max_age: nanos(options.maxAgeMs ?? 0),
    num_replicas: options.replicas ?? 1,
    allow_direct: false,
    allow_rollup_hdrs: true,
    deny_delete: true,
  };
}

/** Settings that operators may change on the server, because the code does not depend on them. */
const TUNABLE: ReadonlySet<string> = new Set(['max_age', 'max_bytes', 'num_replicas', 'duplicate_window']);

/**
 * Creates a stream if it does not exist. An existing stream is never changed or deleted.
 * @throws StreamMismatchError when the existing stream differs in a setting on which the code depends
 */
export async function ensureStream(jsm: JetStreamManager, wanted: Definition): Promise<StreamInfo> {
  const existing = await findStream(jsm, wanted.name);
  if (!existing) {
    try {
      return await jsm.streams.add(wanted);
    } catch (error) {
      // Another process may have created the stream since the check, with the same or with other settings.
      if (!(error instanceof JetStreamApiError)) throw error;
      const raced = await findStream(jsm, wanted.name);
      if (!raced) throw error;
      return check(raced, wanted);
    }
  }
  return check(existing, wanted);
}

/** Returns the state and settings of a stream, from its leader; undefined when it does not exist. */
export async function findStream(jsm: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await jsm.streams.info(name);
  } catch (error) {
    if (isStreamMissing(error)) return undefined;
    throw error;
  }
}

function check(existing: StreamInfo, wanted: Definition): StreamInfo {
  const config: ReadonlyMap<string, unknown> = new Map(Object.entries(existing.config));
  const differences = Object.entries(wanted).flatMap(([key, value]) => {
    if (TUNABLE.has(key)) return [];
    const found = config.get(key) ?? defaultOf(value);
    return JSON.stringify(found) === JSON.stringify(value)
      ? []
      : [`${key} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`];
  });
  if (differences.length === 0) return existing;
  throw new StreamMismatchError(
    `The NATS stream ${wanted.name} exists with other settings than this release needs: ${differences.join('; ')}.`,
  );
}

const defaultOf = (value: unknown): unknown => (typeof value === 'boolean' ? false : undefined);
