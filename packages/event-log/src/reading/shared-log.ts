import type { NatsConnection } from '@nats-io/transport-node';
import type { FollowedEvent } from '../entries/entry.ts';
import { OwnCommits } from '../entries/own-commits.ts';
import { connectionOf, type NatsLink, openNats } from '../nats/nats.ts';
import { type Follower, follow } from './follower.ts';
import { scopedConnection } from './scoped-connection.ts';

export type SharedLogOptions = {
  /** Receives each event before the services. Tests freeze what it contains, because the services share it. */
  inspect?: (event: FollowedEvent) => void;
};

/** A connection, and the followers that read the log for all services, by the prefix of its names. */
type Shared = { link: NatsLink; readers: Map<string, Follower> };

/**
 * What the services of one process share of the log: one connection to NATS, and one follower that reads and decodes each entry
 * once. Each service gets a link of its own. Closing the link ends what the service has subscribed, and the process closes the
 * connection last, with `close`.
 *
 * Followers of services keep a position of their own and take entries from the shared one (`readWithFollower`), so one that fails
 * or is slow does not hold up the others.
 */
export class SharedLog {
  /** What services of the process have committed, for a relay among them. */
  readonly ownCommits = new OwnCommits();
  readonly #name: string;
  readonly #inspect: SharedLogOptions['inspect'];
  /** Connections by the URL of the NATS servers. Services may be configured with different ones. */
  readonly #connections = new Map<string, Shared>();

  /** @param name name of the connections, for operators who list the connections of the NATS server */
  constructor(name: string, { inspect }: SharedLogOptions = {}) {
    this.#name = name;
    this.#inspect = inspect;
  }

  /** Returns a service's link to the connection. The first call for a URL starts to connect. */
  link(url: string): NatsLink {
    let shared = this.#connections.get(url);
    if (!shared) {
      shared = { link: openNats({ url, name: this.#name }), readers: new Map() };
      this.#connections.set(url, shared);
    }
    return linkTo(shared, this.#inspect);
  }

  async close(): Promise<void> {
    for (const { link, readers } of this.#connections.values()) {
      await Promise.all(Array.from(readers.values(), (reader) => reader.stop()));
      await link.close();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function linkTo({ link, readers }: Shared, inspect: SharedLogOptions['inspect']): NatsLink {
  const stopping = new AbortController();
  let current: NatsConnection | undefined;
  const connection = (async () => {
    const made = await connectionOf(link.connection, stopping.signal);
    if (!made || stopping.signal.aborted) throw new Error('The link to NATS was closed.');
    current = scopedConnection(made, (prefix) => {
      let reader = readers.get(prefix);
      if (!reader) {
        const onEvents = (events: FollowedEvent[]) => inspect && events.forEach(inspect);
        reader = follow({ nats: made, prefix, from: 'head', onEvents });
        readers.set(prefix, reader);
      }
      return reader;
    });
    return current;
  })();
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
