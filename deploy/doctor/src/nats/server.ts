import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { errorMessage } from '@parley/core';
import { z } from 'zod';
import { type Finding, fail, ok, size, warn } from '../finding.ts';

export type ServerFacts = {
  version: string;
  max_payload: number;
  jetstream: boolean;
  /** Number of bytes that JetStream may still store for this account; undefined without a limit. */
  storageLeftBytes: number | undefined;
  /** Settings for flushing to disk (fsync), as the monitoring addresses report them; undefined if no address is configured. */
  sync: readonly SyncFacts[] | undefined;
};

export type SyncFacts =
  | { url: string; server: string; always: boolean; intervalMs: number | undefined }
  | { url: string; error: string };

const MIN_PAYLOAD_BYTES = 2 ** 20;
const MIN_STORAGE_BYTES = 256 * 2 ** 20;

/** `jsm` is undefined when JetStream is off for the account. */
export async function readServer(
  nats: NatsConnection,
  monitoringUrls: readonly string[],
): Promise<{ facts: ServerFacts; jsm: JetStreamManager | undefined }> {
  const jsm = await jetstreamManager(nats, { timeout: 5_000 }).catch(() => undefined);
  const account = await jsm?.getAccountInfo().catch(() => undefined);
  const limit = account?.limits.max_storage ?? -1;
  return {
    jsm: account ? jsm : undefined,
    facts: {
      version: nats.info?.version ?? 'unknown',
      max_payload: nats.info?.max_payload ?? 0,
      jetstream: account !== undefined,
      storageLeftBytes: account && limit >= 0 ? limit - account.storage : undefined,
      sync: monitoringUrls.length === 0 ? undefined : await Promise.all(monitoringUrls.map(readSync)),
    },
  };
}

const varz = z.object({
  server_name: z.string(),
  jetstream: z
    .object({
      config: z
        .object({ sync_interval: z.number().optional(), sync_always: z.boolean().optional() })
        .optional(),
    })
    .optional(),
});

async function readSync(url: string): Promise<SyncFacts> {
  try {
    const response = await fetch(new URL('/varz', url), { signal: AbortSignal.timeout(5_000) });
    const { server_name, jetstream } = varz.parse(await response.json());
    const config = jetstream?.config;
    if (!config) return { url, error: 'it has no JetStream' };
    return {
      url,
      server: server_name,
      always: config.sync_always ?? false,
      // The server reports nanoseconds.
      intervalMs: config.sync_interval === undefined ? undefined : config.sync_interval / 1e6,
    };
  } catch (error) {
    return { url, error: errorMessage(error) };
  }
}

export function judgeServer(facts: ServerFacts): Finding[] {
  return [
    version(facts.version),
    facts.max_payload >= MIN_PAYLOAD_BYTES
      ? ok('nats.max_payload', `max_payload is ${size(facts.max_payload)}.`)
      : fail(
          'nats.max_payload',
          `max_payload is ${size(facts.max_payload)}: the relay refuses to start.`,
          'Set max_payload to 1MB or more in the configuration of every NATS server and reload.',
        ),
    facts.jetstream
      ? ok('nats.jetstream', 'JetStream is on for this account.')
      : fail(
          'nats.jetstream',
          'JetStream is off for this account.',
          'Add a `jetstream { store_dir: … }` block and enable it for the account.',
        ),
    ...(facts.storageLeftBytes === undefined ? [] : [storage(facts.storageLeftBytes)]),
    ...judgeSync(facts.sync),
  ];
}

function version(text: string): Finding {
  const check = 'nats.version';
  const [major = 0, minor = 0] = text.split('.').map(Number);
  if (major < 2 || (major === 2 && minor < 9)) {
    return fail(check, `NATS is version ${text}.`, 'Upgrade to 2.12 or newer.');
  }
  if (major === 2 && minor < 12) {
    return warn(
      check,
      `NATS is version ${text}, which cannot be made to write entries to disk before it acknowledges them.`,
      'Upgrade to 2.12 or newer, one server at a time, and set sync_interval to always.',
    );
  }
  return ok(check, `NATS is version ${text}.`);
}

function storage(left: number): Finding {
  if (left >= MIN_STORAGE_BYTES) return ok('nats.storage', `JetStream may store ${size(left)} more.`);
  return fail(
    'nats.storage',
    `JetStream may store only ${size(Math.max(0, left))} more; a new epoch needs a stream of its own.`,
    'Raise max_file_store (or the limit of the account), or lower PARLEY_RELAY_LOG_MAX_BYTES.',
  );
}

/** Without a flush (fsync) per write, a power loss destroys acknowledged entries, and clients must register again. */
export function judgeSync(sync: ServerFacts['sync']): Finding[] {
  const check = 'nats.sync_interval';
  const fix =
    'Put `sync_interval: always` into the jetstream block of every server and restart them one at a time.';
  if (!sync) {
    return [
      warn(
        check,
        'Whether JetStream writes to disk before it acknowledges is not known.',
        'Set PARLEY_NATS_MONITORING_URLS to the HTTP monitoring address of each NATS server (http_port, usually 8222).',
      ),
    ];
  }
  return sync.map((server) => {
    if ('error' in server) {
      return fail(
        check,
        `${server.url} gives no monitoring data: ${server.error}.`,
        'Correct PARLEY_NATS_MONITORING_URLS or repair the server.',
      );
    }
    if (server.always) return ok(check, `${server.server} writes to disk before it acknowledges.`);
    const every = server.intervalMs === undefined ? 'now and then' : `every ${server.intervalMs / 1000} s`;
    return fail(
      check,
      `${server.server} acknowledges first and writes to disk ${every}: a power loss takes entries of the log along.`,
      fix,
    );
  });
}
