/** Reads emitted events from the write-ahead log, through a separate replication slot, and simulates the event queues. */

import { decodeFrame } from '@parley/event-log';
import type { User } from '@parley/facts';
import { type Audience, Event } from '@parley/proto/events/v1/event';
import pg from 'pg';

export type Emitted = { event: Event; assignedId: number; transactionId: number };

export type EventTap = {
  /** Returns the events that were committed since the last call, in commit order. */
  take(): Promise<Emitted[]>;
  close(): Promise<void>;
};

export async function tapEvents(adminUrl: string): Promise<EventTap> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const slot = `tap_${Math.random().toString(36).slice(2)}`;
  await client.query('create publication tap');
  await client.query('select pg_create_logical_replication_slot($1, $2)', [slot, 'pgoutput']);
  return {
    async take() {
      const { rows } = await client.query<{ data: Buffer }>(
        `select data from pg_logical_slot_get_binary_changes($1, null, null,
           'proto_version', '1', 'publication_names', 'tap', 'messages', 'true')`,
        [slot],
      );
      return rows.flatMap(({ data }) => {
        if (data[0] !== 0x4d) return [];
        const prefixEnd = data.indexOf(0, 10);
        const frame = decodeFrame(data.subarray(prefixEnd + 5), 0, 0);
        return [
          {
            event: Event.decode(frame.event),
            assignedId: frame.assignedId,
            transactionId: frame.transactionId,
          },
        ];
      });
    },
    async close() {
      await client.query('select pg_drop_replication_slot($1)', [slot]);
      await client.end();
    },
  };
}

export type ClientEvent = { type: string; op: string } & Record<string, unknown>;

/**
 * Simulates the event queues of all users. It follows subscriptions, and delivers each event to the audience at the event's
 * position in the log.
 */
export class ClientQueues {
  readonly #subscribers = new Map<number, Set<number>>();
  readonly #people: () => Iterable<User>;

  constructor(people: () => Iterable<User>) {
    this.#people = people;
  }

  /** Returns the client events by user ID. Users who receive none are absent. */
  deliver(emitted: readonly Emitted[]): Map<number, ClientEvent[]> {
    const received = new Map<number, ClientEvent[]>();
    for (const { event } of emitted) {
      for (const user of this.#people()) {
        const delivery = event.deliveries.find(({ audience }) => audience && this.#holds(audience, user));
        if (!delivery) continue;
        const parsed = JSON.parse(delivery.json.toString()) as ClientEvent;
        received.set(user.userId, [...(received.get(user.userId) ?? []), parsed]);
      }
      this.#follow(event);
    }
    return received;
  }

  #holds(audience: Audience, user: User): boolean {
    if (!user.isActive || audience.exceptUserIds.includes(user.userId)) return false;
    return (
      audience.userIds.includes(user.userId) ||
      (audience.channelId !== 0 && (this.#subscribers.get(audience.channelId)?.has(user.userId) ?? false)) ||
      (audience.maxRole !== 0 && user.role <= audience.maxRole)
    );
  }

  #follow(event: Event): void {
    const fact = event.fact?.value;
    if (fact?.$case === 'subscriptionsAdded') {
      for (const channelId of fact.subscriptionsAdded.channelIds) {
        const set = this.#subscribers.get(channelId) ?? new Set();
        for (const id of fact.subscriptionsAdded.userIds) set.add(id);
        this.#subscribers.set(channelId, set);
      }
    } else if (fact?.$case === 'subscriptionsRemoved') {
      for (const channelId of fact.subscriptionsRemoved.channelIds) {
        for (const id of fact.subscriptionsRemoved.userIds) this.#subscribers.get(channelId)?.delete(id);
      }
    }
  }
}
