import type { Person } from '@parley/test-kit';
import { busyChannel, firstId, rareWord } from './generate.ts';

/** A request of a reader. The benchmark compares it with its bare SQL statements. */
export type Request = { name: string; send: () => Promise<unknown> };

const narrows: readonly { name: string; narrow: [string, unknown][] }[] = [
  { name: 'home', narrow: [] },
  { name: 'channel', narrow: [['channel', busyChannel]] },
  {
    name: 'topic',
    narrow: [
      ['channel', busyChannel],
      ['topic', 'topic 77'],
    ],
  },
  { name: 'topic of all channels', narrow: [['topic', 'topic 7']] },
  { name: 'direct conversation', narrow: [['dm', [firstId + 20]]] },
  { name: 'is:dm', narrow: [['is', 'dm']] },
  { name: 'is:unread', narrow: [['is', 'unread']] },
  { name: 'is:starred', narrow: [['is', 'starred']] },
  { name: 'is:mentioned', narrow: [['is', 'mentioned']] },
  { name: 'has:link', narrow: [['has', 'link']] },
  { name: 'sender:', narrow: [['sender', firstId + 500]] },
  { name: 'two words', narrow: [['search', `${rareWord} w3`]] },
];

/** Returns requests for 100 messages, one for each kind of narrow (message filter). */
export function pagesOf(person: Person, who: string): Request[] {
  return narrows.map(({ name, narrow }) => ({
    name: `${name}, ${who}`,
    send: () => person.messages(narrow.map(([operator, operand]) => ({ operator, operand }))),
  }));
}

/** Returns the request for the messages that a client shows first. */
export const firstUnread = (person: Person, who: string): Request => ({
  name: `first unread, ${who}`,
  send: () => person.messages([], { anchor: 'first_unread', num_before: 50, num_after: 50 }),
});

export const topicsOf = (person: Person): Request => ({
  name: '5,000 topics',
  send: () => person.api.get(`/users/me/${busyChannel}/topics`),
});

export const unreadOf = (person: Person): Request => ({
  name: 'register with 50,000 unread',
  send: () => person.api.post('/register', { fetch_event_types: ['message', 'update_message_flags'] }),
});
