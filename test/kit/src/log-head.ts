import { connectNats } from '@parley/event-log';
import { Freshness } from '@parley/proto/events/v1/log';
import type { createRegistry } from '@parley/service-kit';
import { until } from '@parley/test-servers';
import pg from 'pg';

type NatsConnection = Awaited<ReturnType<typeof connectNats>>;

/** Tracks the end of the event log, which the relay announces after publishing. */
export class LogHead {
  readonly #nats: NatsConnection;
  readonly #prefix: string;
  readonly #adminUrl: string;
  #latest: Freshness | undefined;
  /** Connection to the database; undefined when none is open. A new one costs the server more than many questions. */
  #database: Promise<pg.Client> | undefined;

  private constructor(nats: NatsConnection, prefix: string, adminUrl: string) {
    this.#nats = nats;
    this.#prefix = prefix;
    this.#adminUrl = adminUrl;
  }

  static async follow(natsUrl: string, prefix: string, adminUrl: string): Promise<LogHead> {
    const nats = await connectNats({ url: natsUrl, name: 'test-log-head' });
    const head = new LogHead(nats, prefix, adminUrl);
    nats.subscribe(`${prefix}.fresh`, {
      callback: (_error, message) => {
        head.#latest = Freshness.decode(message.data);
      },
    });
    await nats.flush();
    return head;
  }

  /** Resolves when all changes committed before the call are in the log. Returns the log's sequence number at that point. */
  async reached(): Promise<number> {
    const lsn = await this.#databasePosition();
    const announced = await until(`the log reached ${lsn}`, () => {
      if (this.#latest && this.#latest.lsn >= lsn) return this.#latest;
      this.#nats.publish(`${this.#prefix}.fresh.asked`);
      return undefined;
    });
    return announced.sequence;
  }

  /** Subscribes to the log. The result contains a promise that resolves when the next entry is published. */
  async nextEntry(): Promise<{ published: Promise<void> }> {
    const { promise: published, resolve } = Promise.withResolvers<void>();
    this.#nats.subscribe(`${this.#prefix}.log.*`, { max: 1, callback: () => resolve() });
    await this.#nats.flush();
    return { published };
  }

  async close(): Promise<void> {
    // Not awaited: a server that was stopped or frozen does not answer any more.
    void this.#database?.then((database) => database.end()).catch(() => undefined);
    await this.#nats.close();
  }

  async #databasePosition(): Promise<number> {
    this.#database ??= this.#connect();
    const database = await this.#database.catch((error: unknown) => {
      this.#database = undefined;
      throw error;
    });
    const { rows } = await database.query<{ lsn: string }>(
      "select (pg_current_wal_insert_lsn() - '0/0')::text as lsn",
    );
    return Number(rows[0]!.lsn);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#adminUrl });
    // Some tests restart the server.
    const forget = () => {
      this.#database = undefined;
    };
    client.on('error', forget).on('end', forget);
    await client.connect();
    return client;
  }
}

/**
 * Waits until an `event-queue` replica has read the log up to a sequence number, which its metric reports. `operatorsAt` is the
 * `host:port` at which the replica serves its metrics.
 */
export function followed(operatorsAt: string, sequence: number): Promise<unknown> {
  return until(`the event-queue at ${operatorsAt} followed to ${sequence}`, async () => {
    // A killed replica does not answer until it is restarted.
    const page = await fetch(`http://${operatorsAt}/metrics`)
      .then((answer) => answer.text())
      .catch(() => '');
    const position = /^parley_event_queue_followed_sequence(?:\{.*\})? (\S+)/m.exec(page)?.[1];
    return position !== undefined && Number(position) >= sequence;
  });
}

/** Metrics that report how far a replica has read the log. Each service that reads the log has one of them. */
const mergedMetrics = ['parley_event_queue_followed_sequence', 'parley_log_follower_sequence'];

/**
 * Waits until a replica in this process has read the log up to a sequence number. Resolves immediately for services that do not
 * read the log.
 */
export async function merged(
  name: string,
  registry: ReturnType<typeof createRegistry>,
  sequence: number,
): Promise<void> {
  const metric = mergedMetrics.map((each) => registry.getSingleMetric(each)).find((each) => each);
  if (!metric) return;
  await until(`${name} followed to ${sequence}`, async () => {
    const { values } = await metric.get();
    return (values[0]?.value ?? 0) >= sequence;
  });
}
