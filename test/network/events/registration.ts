import { type Body, type EventReader, isTemporary, type Person } from '@parley/test-kit';
import fc from 'fast-check';
import { expect } from 'vitest';

// Verifies a property of registrations in any network: the answer to a registration together with the events of its queue gives
// the current state.

export const channels = ['north', 'south', 'east'];

/** Random changes by three people, and random times of registrations. */
export type Script = { changes: Change[]; moments: number[] };
type Change = { kind: 'join' | 'leave' | 'send'; person: number; channel: number };

export const scripts: fc.Arbitrary<Script> = fc.record({
  changes: fc.array(
    fc.record<Change>({
      kind: fc.constantFrom('join', 'leave', 'send'),
      person: fc.nat(2),
      channel: fc.nat(channels.length - 1),
    }),
    { minLength: 6, maxLength: 24 },
  ),
  moments: fc.array(fc.nat(20), { minLength: 2, maxLength: 4 }),
});

const wanted = { event_types: ['message', 'subscription', 'stream'], include_subscribers: true };

/** A registration as bots make it: without lists, so that the gateway may answer with what it keeps about the person. */
const withoutLists = {
  event_types: ['message', 'subscription'],
  fetch_event_types: ['message'],
  client_capabilities: { notification_settings_null: true },
};

export type Registration = { reader: EventReader; person: Person; hasLists: boolean };

/**
 * Registers an event queue. Of the queues of a script, every second one is read by a stream from the beginning. The others are
 * polled at the end.
 */
async function register(
  person: Person,
  { streams, hasLists }: { streams: boolean; hasLists: boolean },
): Promise<Registration> {
  const reader = await person.register(hasLists ? wanted : withoutLists, { streams, retry: isTemporary });
  return { reader: streams ? reader.start() : reader, person, hasLists };
}

/** Runs all changes and registrations of a script concurrently. */
export async function play(script: Script, people: readonly Person[]): Promise<Registration[]> {
  const registrations: Promise<Registration>[] = [];
  const running: Promise<unknown>[] = [];
  script.changes.forEach((change, index) => {
    running.push(apply(change, people));
    script.moments.forEach((moment, who) => {
      if (moment % script.changes.length !== index) return;
      const person = people[who % people.length]!;
      const streams = registrations.length % 2 === 1;
      registrations.push(register(person, { streams, hasLists: true }));
      registrations.push(register(person, { streams: !streams, hasLists: false }));
    });
  });
  await Promise.all(running);
  return Promise.all(registrations);
}

/** Verifies the property. Call it when every `event-queue` replica has processed the committed changes. */
export async function verify(registrations: readonly Registration[]): Promise<void> {
  for (const { reader, person, hasLists } of registrations) {
    const self = person.userId;
    const model = hasLists ? new Model(reader.initial, self) : new ModelWithoutLists(reader.initial);
    const next = () => (reader.readsStreams ? reader.catchUp() : reader.pollNow());
    for (let batch = await next(); batch.length > 0; batch = await next()) model.apply(batch, self);
    await reader.stop();
    const again = await person.register(wanted);
    const fresh = new Model(again.initial, self);
    if (model instanceof Model) expect(model.state()).toEqual(fresh.state());
    else model.compare(fresh.mine);
    // Verifies that the queue delivered every later message of the person's history.
    const history = await person.messages([], { num_before: 1000 });
    const missed = history.filter(({ id }) => id > reader.initial.max_message_id && !model.messages.has(id));
    expect(missed.map(({ id, content }) => ({ id, content }))).toEqual([]);
    // A person may have only so many queues.
    for (const { queueId } of [reader, again]) await person.api.delete('/events', { queue_id: queueId });
  }
}

async function apply({ kind, person, channel }: Change, people: readonly Person[]): Promise<void> {
  const who = people[person]!;
  const name = channels[channel]!;
  if (kind === 'join') await who.subscribe([name]);
  else if (kind === 'leave') await who.unsubscribe([name]);
  else await who.send(name, `from ${person}`);
}

/** Model of a client's state: its channels with their subscribers, and the messages that it received. */
class Model {
  readonly mine = new Set<number>();
  readonly members = new Map<number, Set<number>>();
  readonly messages = new Set<number>();
  newest: number;

  constructor(registered: Body, self: number) {
    this.newest = registered.max_message_id;
    for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed'] as const) {
      for (const { stream_id, subscribers } of registered[list]) {
        this.members.set(stream_id, new Set(subscribers));
        if (list === 'subscriptions') this.mine.add(stream_id);
        expect(this.members.get(stream_id)!.has(self)).toBe(list === 'subscriptions');
      }
    }
  }

  apply(events: readonly Body[], self: number): this {
    for (const event of events) {
      if (event.type === 'message') {
        expect(this.messages.has(event.message.id)).toBe(false);
        expect(event.message.id).toBeGreaterThan(this.newest);
        expect(this.mine.has(event.message.stream_id)).toBe(true);
        this.messages.add(event.message.id);
        this.newest = event.message.id;
      } else if (event.op === 'add' || event.op === 'remove') {
        for (const { stream_id } of event.subscriptions) {
          expect(this.mine.has(stream_id)).toBe(event.op === 'remove');
          if (event.op === 'add') this.mine.add(stream_id);
          else this.mine.delete(stream_id);
          this.#member(stream_id, self, event.op === 'add');
        }
      } else if (event.op === 'peer_add' || event.op === 'peer_remove') {
        for (const stream of event.stream_ids) {
          for (const user of event.user_ids) {
            expect(this.members.get(stream)?.has(user) ?? false).toBe(event.op === 'peer_remove');
            this.#member(stream, user, event.op === 'peer_add');
          }
        }
      }
    }
    return this;
  }

  /** Returns the parts of the state that must be equal in two models. */
  state() {
    const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);
    return {
      mine: sorted(this.mine),
      members: [...this.members].sort(([a], [b]) => a - b).map(([id, users]) => [id, sorted(users)]),
    };
  }

  #member(stream: number, user: number, present: boolean) {
    const users = this.members.get(stream) ?? new Set();
    if (present) users.add(user);
    else users.delete(user);
    this.members.set(stream, users);
  }
}

/** Model of a client that was told no channels. It learns from events to which channels the person is subscribed. */
class ModelWithoutLists {
  readonly messages = new Set<number>();
  /** Whether the person is subscribed, by channel ID. Channels without an event are absent. */
  readonly #isSubscribed = new Map<number, boolean>();
  #newest: number;

  constructor(registered: Body) {
    this.#newest = registered.max_message_id;
  }

  apply(events: readonly Body[]): this {
    for (const event of events) {
      if (event.type === 'message') {
        expect(event.message.id).toBeGreaterThan(this.#newest);
        expect(this.#isSubscribed.get(event.message.stream_id)).not.toBe(false);
        this.messages.add(event.message.id);
        this.#newest = event.message.id;
        this.#isSubscribed.set(event.message.stream_id, true);
      } else if (event.op === 'add' || event.op === 'remove') {
        for (const { stream_id } of event.subscriptions) {
          expect(this.#isSubscribed.get(stream_id)).not.toBe(event.op === 'add');
          this.#isSubscribed.set(stream_id, event.op === 'add');
        }
      }
    }
    return this;
  }

  /** Verifies what was learned. @param mine IDs of the channels to which the person is subscribed now */
  compare(mine: ReadonlySet<number>): void {
    for (const [id, isSubscribed] of this.#isSubscribed)
      expect([id, mine.has(id)]).toEqual([id, isSubscribed]);
  }
}
