/** Names and settings of all streams, buckets and subjects of Parley. */
import {
  type DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  type RetentionPolicy,
  type StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { StreamMismatchError } from './errors.ts';
import { isStreamMissing } from './missing.ts';

/** Returns the names for a prefix. With prefixes, several deployments (and parallel tests) can share a server. */
export function logNames(prefix: string) {
  if (!/^[a-zA-Z0-9_-]+$/.test(prefix))
    throw new RangeError('a NATS prefix has letters, digits, _ and - only');
  return {
    stream: (epoch: string) => `${prefix}_log_${epoch}`,
    subject: (epoch: string) => `${prefix}.log.${epoch}`,
    parkedStream: `${prefix}_parked`,
    parkedSubject: (worker: string) => `${prefix}.parked.${worker}`,
    metaBucket: `${prefix}_meta`,
    /** Bucket of the queue records of an epoch. */
    queueBucket: (epoch: string) => `${prefix}_queues_${epoch}`,
    workerBucket: `${prefix}_workers`,
    freshness: `${prefix}.fresh`,
    /** A process that uses the log asks the active relay on this subject to announce its position. */
    freshnessAsked: `${prefix}.fresh.asked`,
    /** Followers report on this subject that the stream lost entries that they had merged. */
    lossReports: `${prefix}.doubt`,
    /** The active relay answers requests on this subject with the end of the log. */
    position: `${prefix}.position`,
    /** Every process answers requests on this subject with its status. */
    status: `${prefix}.status`,
    signal: (kind: string) => `${prefix}.signal.${kind}`,
    signals: `${prefix}.signal.>`,
    /** Ephemeral broadcasts between the replicas of a service (of a deleted queue, for instance). */
    broadcast: (topic: string) => `${prefix}.broadcast.${topic}`,
    /** The replica that runs this worker answers requests on this subject about its progress. */
    worker: (name: string) => `${prefix}.broadcast.worker.${name}`,
    /** A replica that stands by for this worker announces it on this subject. */
    standby: (name: string) => `${prefix}.broadcast.standby.${name}`,
  };
}

/** Storage settings of a deployment. */
export type StorageOptions = {
  /** Number of copies in the NATS cluster: 1, 3 or 5. */
  replicas?: number;
  /** Time for which entries of the log are stored, in milliseconds. Default 7 days. */
  logMaxAgeMs?: number;
  /**
   * Maximum size of the log in bytes, which JetStream reserves. The oldest entries are removed first. Default 1 GiB.
   */
  logMaxBytes?: number;
};

const DAY_MS = 86_400_000;
const FILE = 'file' as StorageType;
const LIMITS = 'limits' as RetentionPolicy;

type Definition = Partial<StreamConfig> & { name: string; subjects: string[] };

/** Returns the definition of the stream of an epoch. */
export function logStream(prefix: string, epoch: string, options: StorageOptions = {}): Definition {
  const names = logNames(prefix);
  return {
    name: names.stream(epoch),
    subjects: [names.subject(epoch)],
    storage: FILE,
    retention: LIMITS,
    discard: 'old' as DiscardPolicy,
    max_age: nanos(options.logMaxAgeMs ?? 7 * DAY_MS),
    max_bytes: options.logMaxBytes ?? 2 ** 30,
    num_replicas: options.replicas ?? 1,
    allow_direct: true,
    deny_delete: true,
    deny_purge: true,
    duplicate_window: nanos(1000),
  };
}

/** Returns the definition of the stream for parked events. A worker parks an event that it could not handle. */
export function parkedStream(prefix: string, options: StorageOptions = {}): Definition {
  const names = logNames(prefix);
  return {
    name: names.parkedStream,
    subjects: [names.parkedSubject('*')],
    storage: FILE,
    retention: LIMITS,
    discard: 'old' as DiscardPolicy,
    max_age: nanos(30 * DAY_MS),
    max_bytes: 64 * 2 ** 20,
    num_replicas: options.replicas ?? 1,
    allow_direct: true,
  };
}

/**
 * Returns the definition of a key-value bucket. Reads go to the stream's leader (no direct get), so every process sees
 * a write as soon as it is acknowledged. A record is removed `maxAgeMs` after its last change; 0 means never.
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
    discard: 'new' as DiscardPolicy,
    max_msgs_per_subject: 1,
    max_age: nanos(options.maxAgeMs ?? 0),
    num_replicas: options.replicas ?? 1,
    allow_direct: false,
    allow_rollup_hdrs: true,
    deny_delete: true,
  };
}

/** Settings that an operator may change on the server, because the code does not rely on them. */
const TUNABLE: ReadonlySet<string> = new Set(['max_age', 'max_bytes', 'num_replicas', 'duplicate_window']);

/**
 * Creates a stream when it does not exist.
 * @throws StreamMismatchError when a stream of this name differs in a setting that the code relies on. A stream is
 *   never deleted or changed silently
 */
export async function ensureStream(jsm: JetStreamManager, wanted: Definition): Promise<StreamInfo> {
  const existing = await findStream(jsm, wanted.name);
  if (!existing) {
    try {
      return await jsm.streams.add(wanted);
    } catch (error) {
      // Another process may have created the stream meanwhile, with the same or other settings.
      if (!(error instanceof JetStreamApiError)) throw error;
      const raced = await findStream(jsm, wanted.name);
      if (!raced) throw error;
      return check(raced, wanted);
    }
  }
  return check(existing, wanted);
}

/** Returns the stream from its leader; undefined when it does not exist. */
export async function findStream(jsm: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await jsm.streams.info(name);
  } catch (error) {
    if (isStreamMissing(error)) return undefined;
    throw error;
  }
}

function check(existing: StreamInfo, wanted: Definition): StreamInfo {
  const differences = Object.entries(wanted).flatMap(([key, value]) => {
    if (TUNABLE.has(key)) return [];
    const found = existing.config[key as keyof typeof existing.config] ?? defaultOf(value);
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
