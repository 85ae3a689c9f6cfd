import { describe, expect, it } from 'vitest';
import { event, message, messageEvent, registration } from '../../test/registration.ts';
import { Store } from './store.ts';

// Verifies that the cost of an event depends on the size of its change, not on the size of the organization. The test counts
// notifications, and the entries over which the code iterates.

const large = { people: 10_000, channels: 1_000 };

function storeOf(size: typeof large): Store {
  const store = new Store();
  store.load(registration(size));
  return store;
}

describe('in an organization of 10,000 people and 1,000 channels', () => {
  it('a message causes notifications of its channel, its topic and the totals only', () => {
    const store = storeOf(large);
    const notified: string[] = [];
    const note = (name: string) => (changed: ReadonlySet<unknown>) =>
      notified.push(`${name} ${[...changed].join()}`);
    store.people.users.watchAll(note('users'));
    store.channels.channels.watchAll(note('channels'));
    store.unread.channels.watchAll(note('unread channels'));
    store.unread.places.watchAll(note('unread places'));
    store.unread.totals.watch(() => notified.push('totals'));
    store.apply([messageEvent(message(1, { channelId: 7 }))]);
    expect(notified.sort()).toEqual(['totals', 'unread channels 7', 'unread places topic:7:topic']);
  });

  it('frequent events iterate over no list of all people or channels', () => {
    const store = storeOf(large);
    store.messages.list([]);
    store.apply([messageEvent(message(1, { channelId: 3, topic: 'before' }))]);
    const walks = walksOfLargeLists(() => {
      store.apply([
        messageEvent(message(2, { channelId: 3, topic: 'red' })),
        messageEvent(message(3)),
        event({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [2], all: false }),
        event({ type: 'update_message_flags', op: 'add', flag: 'starred', messages: [2], all: false }),
        event({ type: 'reaction', op: 'add', message_id: 2, user_id: 3, emoji_name: 'tada' }),
        event({ type: 'realm_user', op: 'update', person: { user_id: 3, full_name: 'Another' } }),
        event({ type: 'user_status', user_id: 3, status_text: 'busy' }),
        event({ type: 'presence', presences: { 3: { active_timestamp: 1, idle_timestamp: 1 } } }),
        event({ type: 'stream', op: 'update', stream_id: 2, name: 'x', property: 'name', value: 'y' }),
        event({ type: 'subscription', op: 'update', stream_id: 2, property: 'is_muted', value: true }),
        event({ type: 'subscription', op: 'peer_add', stream_ids: [2], user_ids: [9] }),
        event({ type: 'user_topic', stream_id: 2, topic_name: 't', last_updated: 1, visibility_policy: 1 }),
        event({ type: 'delete_message', message_ids: [2] }),
      ]);
    });
    expect(walks).toEqual([]);
    // Verifies that the measurement detects iterations.
    expect(walksOfLargeLists(() => store.channels.idOf('no such channel'))).not.toEqual([]);
  });
});

const many = 500;

/** Returns the names of the lists with more than `many` entries over which `during` iterates. */
function walksOfLargeLists(during: () => void): string[] {
  const walks: string[] = [];
  const restore: (() => void)[] = [];
  const watch = (
    prototype: object,
    name: string,
    names: readonly PropertyKey[],
    sizeOf: (list: never) => number,
  ) => {
    for (const method of names) {
      const original = Reflect.get(prototype, method) as (...args: unknown[]) => unknown;
      Reflect.set(prototype, method, function (this: never, ...args: unknown[]) {
        if (sizeOf(this) > many) walks.push(`${name}.${String(method)}`);
        return original.apply(this, args);
      });
      restore.push(() => void Reflect.set(prototype, method, original));
    }
  };
  const iterators = ['entries', 'keys', 'values', 'forEach', Symbol.iterator];
  watch(Map.prototype, 'Map', iterators, (map: Map<unknown, unknown>) => map.size);
  watch(Set.prototype, 'Set', iterators, (set: Set<unknown>) => set.size);
  const onArrays = [...iterators, 'map', 'filter', 'find', 'some', 'every', 'includes', 'sort', 'toSpliced'];
  watch(Array.prototype, 'Array', onArrays, (list: unknown[]) => list.length);
  try {
    during();
  } finally {
    for (const undo of restore) undo();
  }
  return walks;
}
