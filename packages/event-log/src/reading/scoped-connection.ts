import { errors, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Follower } from './follower-type.ts';

/** Returns the follower of a process that reads the log with this prefix, for all services of the process. */
export type ProcessReader = (prefix: string) => Follower;

const readers = new WeakMap<NatsConnection, ProcessReader>();

/**
 * Returns the follower that reads the log for all services of this process, if the connection is one of several views of a shared
 * one. Followers and workers then take entries from it, so the process reads and decodes each entry once.
 */
export const processReaderOf = (nats: NatsConnection, prefix: string): Follower | undefined =>
  readers.get(nats)?.(prefix);

type Statuses = ReturnType<NatsConnection['status']> & { stop(): void };

/**
 * Returns a view of a connection for one of several services that share it. Closing the view ends only what was subscribed by
 * it, and the connection stays open for the others. So no part of a service has to know that the connection is shared.
 * @param reader returns the follower from which followers and workers of the service take entries
 */
export function scopedConnection(shared: NatsConnection, reader: ProcessReader): NatsConnection {
  const subscriptions = new Set<Subscription>();
  const statuses = new Set<Statuses>();
  const closed = Promise.withResolvers<void>();
  let isClosed = false;
  const close = () => {
    isClosed = true;
    for (const subscription of subscriptions) subscription.unsubscribe();
    for (const each of statuses) each.stop();
    closed.resolve();
  };
  const own: Partial<NatsConnection> = {
    isClosed: () => isClosed || shared.isClosed(),
    closed: () => Promise.race([closed.promise, shared.closed()]),
    subscribe(subject, options) {
      if (isClosed) throw new errors.ClosedConnectionError();
      const subscription = shared.subscribe(subject, options);
      subscriptions.add(subscription);
      const forget = () => void subscriptions.delete(subscription);
      subscription.closed.then(forget, forget);
      return subscription;
    },
    status() {
      const each = shared.status() as Statuses;
      const stop = each.stop.bind(each);
      each.stop = () => {
        statuses.delete(each);
        stop();
      };
      if (isClosed) each.stop();
      else statuses.add(each);
      return each;
    },
    close: async () => close(),
    async drain() {
      await Promise.all(Array.from(subscriptions, (subscription) => subscription.drain()));
      close();
    },
  };
  // Methods of the connection use fields of its class, so they are called on the connection itself.
  const bound = new Map<PropertyKey, unknown>(Object.entries(own));
  const scoped = new Proxy(shared, {
    get(connection, key) {
      const known = bound.get(key);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(connection, key, connection);
      if (typeof value !== 'function') return value;
      const method: unknown = value.bind(connection);
      bound.set(key, method);
      return method;
    },
  });
  readers.set(scoped, reader);
  return scoped;
}
