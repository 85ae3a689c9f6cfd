import { connect, type NatsConnection } from '@nats-io/transport-node';
import { backoff, sleep } from '@parley/core';
import { natsOptions } from './nats-options.ts';

export type NatsOptions = {
  /** `nats://host:port`, optionally with credentials. Several URLs are separated by commas. */
  url: string;
  /** Name of the connection, for operators who list the connections of the NATS server. */
  name: string;
  /** What the services of this process share. Default: the service has a connection of its own. */
  shared?: { link(url: string): NatsLink } | undefined;
};

/** A connection to NATS that may still be in progress: services start without NATS. */
export type NatsSource = NatsConnection | Promise<NatsConnection>;

/** A connection that is made in the background. */
export type NatsLink = {
  /** Resolves when the first connection is made. Rejects only when the link is closed before. */
  readonly connection: Promise<NatsConnection>;
  readonly current: NatsConnection | undefined;
  /** Closes the connection, or stops trying to connect. */
  close(): Promise<void>;
};

const FIRST_CONNECT = { baseMs: 50, maxMs: 1000 };
/** Time limit of one attempt to connect, in milliseconds. A frozen server accepts a connection and never answers. */
const ATTEMPT_MS = 5000;

/** Starts to connect to NATS and returns immediately. */
export function openNats(options: NatsOptions): NatsLink {
  if (options.shared) return options.shared.link(options.url);
  const stopping = new AbortController();
  let current: NatsConnection | undefined;
  const connection = connectNats(options, stopping.signal).then(async (made) => {
    if (stopping.signal.aborted) {
      await made.close();
      throw stopping.signal.reason;
    }
    current = made;
    return made;
  });
  connection.catch(() => undefined);
  return {
    connection,
    get current() {
      return current;
    },
    async close() {
      stopping.abort();
      await current?.close();
    },
  };
}

/** Waits for a connection. Returns undefined when the signal aborts before, or connecting fails. */
export async function connectionOf(
  source: NatsSource,
  signal: AbortSignal,
): Promise<NatsConnection | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const onAbort = () => resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) return undefined;
    return await Promise.race([source, aborted]);
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Connects to NATS and retries until this succeeds. A lost connection is restored without a limit of attempts. A half-open
 * connection is detected within seconds.
 * @throws the reason of the signal when it aborts before
 */
export async function connectNats(options: NatsOptions, signal?: AbortSignal): Promise<NatsConnection> {
  if (options.shared) return await linked(options.shared.link(options.url), signal);
  for (let attempt = 0; ; attempt++) {
    try {
      return await connectOnce(options);
    } catch {
      await sleep(backoff(attempt, FIRST_CONNECT), signal);
    }
  }
}

/** Waits for the connection of a link. @throws the reason of the signal when it aborts before */
async function linked(link: NatsLink, signal: AbortSignal | undefined): Promise<NatsConnection> {
  const stop = () => void link.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    return await link.connection;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function connectOnce({ url, name }: NatsOptions): Promise<NatsConnection> {
  return await connect({
    ...natsOptions(url),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 100,
    timeout: ATTEMPT_MS,
    pingInterval: 2000,
    maxPingOut: 2,
    noEcho: false,
    // By default the client creates an error with a stack trace for each request, which costs more CPU time than the request.
    noAsyncTraces: true,
  });
}
