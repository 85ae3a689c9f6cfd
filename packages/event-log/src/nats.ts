import { connect, type NatsConnection } from '@nats-io/transport-node';
import { backoff, sleep } from '@parley/core';
import { natsOptions } from './nats-options.ts';

export type NatsOptions = {
  /** `nats://host:port`, with credentials when needed. Commas separate several URLs. */
  url: string;
  /** Name of the connection, which the NATS server shows. */
  name: string;
};

/**
 * A connection to NATS that may not exist yet. Services start without NATS; followers and workers begin when it is
 * there.
 */
export type NatsSource = NatsConnection | Promise<NatsConnection>;

/** A connection that is being made in the background. */
export type NatsLink = {
  /** Resolves with the connection. It rejects only when the link is closed first. */
  readonly connection: Promise<NatsConnection>;
  /** The connection; undefined before the first one is made. */
  readonly current: NatsConnection | undefined;
  /** Closes the connection, or stops making one. */
  close(): Promise<void>;
};

const FIRST_CONNECT = { baseMs: 50, maxMs: 1000 };
/** Time limit of one attempt in milliseconds. A frozen server accepts connections and never answers. */
const ATTEMPT_MS = 5000;

/** Starts to connect to NATS, and returns without waiting. */
export function openNats(options: NatsOptions): NatsLink {
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

/** Returns the connection; undefined when the signal aborts first, or when the connection is given up. */
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
 * Connects to NATS, and retries until the first connection is made. A connection reconnects without limit, and notices
 * within seconds when it is half open.
 * @throws the reason of the signal when it aborts first
 */
export async function connectNats(options: NatsOptions, signal?: AbortSignal): Promise<NatsConnection> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await connectOnce(options);
    } catch {
      await sleep(backoff(attempt, FIRST_CONNECT), signal);
    }
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
    // By default the client creates an error with a stack trace for every request, which costs more than the request.
    noAsyncTraces: true,
  });
}
