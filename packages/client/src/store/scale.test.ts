import { describe, expect, it } from 'vitest';
import { event, message, messageEvent, registration } from '../../test/registration.ts';
import { Store } from './store.ts';

// An event costs work for what it changes: it is judged by what is announced, and by how its cost grows.

const small = { people: 10, channels: 10 };
const large = { people: 10_000, channels: 1_000 };

function storeOf(size: typeof small): Store {
  const store = new Store();
  store.load(registration(size));
  return store;
}

describe('in an organization of 10,000 people and 1,000 channels', () => {
  it('a message announces its channel, its topic and the totals, and nothing else', () => {
    const store = storeOf(large);
    const told: string[] = [];
    const note = (name: string) => (changed: ReadonlySet<unknown>) =>
      told.push(`${name} ${[...changed].join()}`);
    store.people.users.watchAll(note('users'));
    store.channels.channels.watchAll(note('channels'));
    store.unread.channels.watchAll(note('unread channels'));
    store.unread.places.watchAll(note('unread places'));
    store.unread.totals.watch(() => told.push('totals'));
    store.apply([messageEvent(message(1, { channelId: 7 }))]);
    expect(told.sort()).toEqual(['totals', 'unread channels 7', 'unread places topic:7:topic']);
  });

  it('an event takes about as long as in a small one', () => {
    const cost = (size: typeof small): number => {
      const store = storeOf(size);
      let id = 0;
      const round = () => {
        const begin = performance.now();
        for (let step = 0; step < 200; step++) {
          id++;
          store.apply([
            messageEvent(message(id, { channelId: (id % 10) + 1, topic: `topic ${id % 5}` })),
            event({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [id], all: false }),
            event({ type: 'realm_user', op: 'update', person: { user_id: 3, full_name: `Name ${id}` } }),
            event({ type: 'user_status', user_id: 3, status_text: `busy ${id}` }),
            event({
              type: 'user_topic',
              stream_id: 2,
              topic_name: 't',
              last_updated: id,
              visibility_policy: 1,
            }),
          ]);
        }
        return performance.now() - begin;
      };
      return Math.min(...Array.from({ length: 15 }, round));
    };
    const [few, many] = [cost(small), cost(large)];
    // Work for all people or channels would take hundreds of times as long.
    expect(many).toBeLessThan(few * 10 + 20);
  });
});
