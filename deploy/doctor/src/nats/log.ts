import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { sleep } from '@parley/core';
import { findStream, logNames, logStream, readEpoch, recordBucket } from '@parley/event-log';
import { Freshness } from '@parley/proto/events/v1/log';
import { type Finding, fail, ok, size, warn } from '../finding.ts';

export type StreamFacts = {
  name: string;
  /** Settings that differ from those that the code requires, each with its name, actual value and required value. */
  differences: readonly string[];
  replicas: number;
  /** Number of up-to-date replicas of the stream, including the leader. */
  current: number;
  maxAgeMs: number;
  maxBytes: number;
  bytes: number;
  /** Age of the oldest entry in milliseconds; undefined if the stream is empty. */
  spanMs: number | undefined;
};

export type LogFacts = {
  epoch: string | undefined;
  log: StreamFacts | undefined;
  queues: StreamFacts | undefined;
  wantedReplicas: number;
  /** What relays announced while the doctor listened: how often, by how many (`sessions`), and whether the last one permitted writes. */
  fresh: { received: number; sessions: number; writesAllowed: boolean };
};

const LISTEN_MS = 1_500;
const DAY_MS = 86_400_000;

export async function readLog(
  nats: NatsConnection,
  jsm: JetStreamManager,
  { prefix, replicas }: { prefix: string; replicas: number },
): Promise<LogFacts> {
  const fresh = listen(nats, prefix);
  const current = await readEpoch(jsm, prefix);
  const names = logNames(prefix);
  const [log, queues] = await Promise.all([
    current && findStream(jsm, current.stream),
    current && findStream(jsm, `KV_${names.queueBucket(current.epoch)}`),
  ]);
  return {
    epoch: current?.epoch,
    log: current && log ? streamFacts(log, logStream(prefix, current.epoch)) : undefined,
    queues: current && queues && streamFacts(queues, recordBucket(names.queueBucket(current.epoch))),
    wantedReplicas: replicas,
    fresh: await fresh,
  };
}

/** Not compared: operators may choose them. `name` and `subjects` result from prefix and epoch. */
const free = new Set(['max_age', 'max_bytes', 'num_replicas', 'duplicate_window', 'name', 'subjects']);

function streamFacts(info: StreamInfo, wanted: Readonly<Record<string, unknown>>): StreamFacts {
  const found: ReadonlyMap<string, unknown> = new Map(Object.entries(info.config));
  const peers = info.cluster?.replicas ?? [];
  const first = info.state.messages > 0 ? Date.parse(info.state.first_ts) : undefined;
  return {
    name: info.config.name,
    differences: Object.entries(wanted)
      .filter(([key]) => !free.has(key))
      .filter(
        ([key, value]) =>
          JSON.stringify(found.get(key) ?? (value === false ? false : undefined)) !== JSON.stringify(value),
      )
      .map(([key, value]) => `${key} is ${JSON.stringify(found.get(key))}, not ${JSON.stringify(value)}`),
    replicas: info.config.num_replicas,
    current: 1 + peers.filter((peer) => peer.current && !peer.offline).length,
    maxAgeMs: info.config.max_age / 1e6,
    maxBytes: info.config.max_bytes,
    bytes: info.state.bytes,
    spanMs: first === undefined ? undefined : Math.max(0, Date.now() - first),
  };
}

async function listen(nats: NatsConnection, prefix: string): Promise<LogFacts['fresh']> {
  const sessions = new Set<string>();
  let received = 0;
  let writesAllowed = true;
  const subscription = nats.subscribe(logNames(prefix).freshness, {
    callback: (error, message) => {
      if (error) return;
      const announcement = Freshness.decode(message.data);
      received += 1;
      sessions.add(announcement.session);
      writesAllowed = announcement.writesAllowed;
    },
  });
  // Asks the relay for an announcement, which it rarely sends while no service uses the log.
  nats.publish(logNames(prefix).freshnessAsked);
  await nats.flush();
  await sleep(LISTEN_MS);
  subscription.unsubscribe();
  return { received, sessions: sessions.size, writesAllowed };
}

export function judgeLog(facts: LogFacts): Finding[] {
  if (facts.epoch === undefined) {
    return [
      fail(
        'nats.epoch',
        'There is no log here yet.',
        'Start the relay; if it runs, compare its PARLEY_NATS_URL and PARLEY_NATS_PREFIX with these.',
      ),
    ];
  }
  const { log, queues, wantedReplicas } = facts;
  return [
    ...(log
      ? [
          ok('nats.epoch', `The log's epoch is ${facts.epoch}.`),
          ...judgeStream('nats.log', log, wantedReplicas),
          ...retention(log),
        ]
      : [
          fail(
            'nats.epoch',
            `The stream of the epoch ${facts.epoch} is missing.`,
            'Start the relay: it begins a new epoch, and clients register again.',
          ),
        ]),
    ...(queues ? judgeStream('nats.queues', queues, wantedReplicas) : []),
    ...judgeFresh(facts.fresh),
  ];
}

function judgeStream(check: string, stream: StreamFacts, wanted: number): Finding[] {
  const findings: Finding[] = [];
  if (stream.differences.length > 0) {
    findings.push(
      fail(
        check,
        `The stream ${stream.name} has other settings than this release needs: ${stream.differences.join('; ')}.`,
        'Set them back with `nats stream edit`.',
      ),
    );
  }
  if (stream.replicas < wanted) {
    findings.push(
      fail(
        check,
        `The stream ${stream.name} has ${stream.replicas} of ${wanted} copies.`,
        `Run \`nats stream edit ${stream.name} --replicas=${wanted}\`, and set PARLEY_NATS_REPLICAS for every service.`,
      ),
    );
  } else if (stream.current < stream.replicas) {
    findings.push(
      warn(
        check,
        `${stream.current} of ${stream.replicas} copies of the stream ${stream.name} are current.`,
        'Bring the missing NATS server back before another one leaves.',
      ),
    );
  }
  if (stream.replicas === 1 && wanted === 1) {
    findings.push(
      warn(
        check,
        `The stream ${stream.name} has one copy: with its disk, all queues are gone.`,
        'Run three NATS servers and set PARLEY_NATS_REPLICAS to 3.',
      ),
    );
  }
  return findings.length > 0
    ? findings
    : [ok(check, `The stream ${stream.name} has ${stream.current} current copies.`)];
}

/** Warns if it is full and reaches back less than a day: later clients must register again. */
function retention({ name, bytes, maxBytes, maxAgeMs, spanMs }: StreamFacts): Finding[] {
  const check = 'nats.retention';
  const isFull = maxBytes > 0 && bytes > maxBytes * 0.95;
  const days = maxAgeMs / DAY_MS;
  if (isFull && spanMs !== undefined && spanMs < DAY_MS) {
    return [
      warn(
        check,
        `The log keeps ${size(maxBytes)}, which reaches back ${Math.round(spanMs / 3_600_000)} h only.`,
        `Run \`nats stream edit ${name} --max-bytes=…\` and set PARLEY_RELAY_LOG_MAX_BYTES for the next epoch.`,
      ),
    ];
  }
  return [
    ok(
      check,
      `The log keeps ${Math.round(days * 10) / 10} days or ${size(maxBytes)}, and holds ${size(bytes)}.`,
    ),
  ];
}

function judgeFresh({ received, sessions, writesAllowed }: LogFacts['fresh']): Finding[] {
  const check = 'relay.announcements';
  if (received === 0) {
    return [
      fail(
        check,
        'No relay announces how far the log has come: caches step aside and events stand still.',
        'Start the relay, or read its log (docs/operations/runbooks/parley-relay-absent.md).',
      ),
    ];
  }
  if (sessions > 1) {
    return [
      warn(
        check,
        `${sessions} relays announced within ${LISTEN_MS / 1000} s.`,
        'Look again in a moment. If it stays, two deployments share PARLEY_NATS_PREFIX: give each its own.',
      ),
    ];
  }
  if (!writesAllowed) {
    return [
      fail(
        check,
        'The relay says that writes are refused: the slot has no room left.',
        'See docs/operations/runbooks/parley-wal-room-low.md.',
      ),
    ];
  }
  return [ok(check, 'One relay announces how far the log has come.')];
}
