import { fullRegistration } from '../full-registration.ts';
import { sampleContent } from '../http-sender.ts';
import { words } from './fill-messages.ts';
import { type Answer, ask, type Side } from './side.ts';
import { channelsOf, firstId, guest, largestChannel, members, type Size, times } from './size.ts';

/** A request that is measured in both organizations. */
export type Measured = {
  what: string;
  /** Maximum ratio of the CPU times in the larger and the smaller organization. */
  atMost: number;
  /** Number of requests per round. */
  count: number;
  send: (side: Side, index: number) => Promise<Answer>;
  /** Runs before each request. Its duration is not measured, but its CPU time is. */
  before?: (side: Side, index: number) => Promise<unknown>;
};

/** Maximum ratio for lists that contain the whole organization. */
const whole = times;
/** Maximum ratio for requests that do not depend on the size of the organization. */
const same = 1.2;

const { reader, sender, joiner, renamed, colleague } = members;

const minimal = { ...fullRegistration, event_types: '["message"]' };

/**
 * Returns the ID of a team that a person belongs to. Teams are channels whose size does not depend on the size of the
 * organization.
 */
const teamOf = (size: Size, person: number): number => {
  const { departments, projects, teams } = channelsOf(size);
  return firstId + 3 + departments + projects + ((person * 31 + 5 * 97) % teams);
};

const page = (side: Side, ...narrow: readonly [string, unknown][]): Promise<Answer> =>
  ask(side, reader, 'GET', '/messages', {
    anchor: 'newest',
    num_before: '100',
    num_after: '0',
    narrow: JSON.stringify(narrow.map(([operator, operand]) => ({ operator, operand }))),
  });

const send = (side: Side, channelId: number, content = sampleContent): Promise<Answer> =>
  ask(side, sender, 'POST', '/messages', {
    type: 'channel',
    to: String(channelId),
    topic: 'growth',
    content,
  });

/** Changes the name of a person, which invalidates the list of people. */
const rename = (side: Side, index: number): Promise<Answer> =>
  ask(side, renamed, 'PATCH', '/settings', { full_name: `Renamed ${index} ${Math.random()}` });

/** All requests, in the order of measurement. */
export const requests: readonly Measured[] = [
  {
    what: 'registration with everything, 450 unread',
    atMost: whole,
    count: 12,
    send: (side) => ask(side, reader, 'POST', '/register', fullRegistration),
  },
  {
    what: '… after somebody changed their name',
    atMost: whole,
    count: 8,
    before: rename,
    send: (side) => ask(side, reader, 'POST', '/register', fullRegistration),
  },
  {
    what: '… with subscribers of all channels',
    atMost: whole,
    count: 8,
    send: (side) =>
      ask(side, reader, 'POST', '/register', { ...fullRegistration, include_subscribers: 'true' }),
  },
  {
    what: '… after somebody joined a channel',
    atMost: whole,
    count: 6,
    before: join,
    send: (side) =>
      ask(side, reader, 'POST', '/register', { ...fullRegistration, include_subscribers: 'true' }),
  },
  {
    what: '… of a guest who sees few people',
    atMost: same,
    count: 12,
    send: (side) =>
      ask(side, guest, 'POST', '/register', {
        ...fullRegistration,
        client_capabilities: fullRegistration.client_capabilities.replace(
          '{',
          '{"user_list_incomplete":true,',
        ),
      }),
  },
  {
    what: 'minimal registration',
    atMost: same,
    count: 60,
    send: (side) => ask(side, reader, 'POST', '/register', minimal),
  },
  { what: 'list of people', atMost: whole, count: 8, send: (side) => ask(side, reader, 'GET', '/users') },
  {
    what: 'list of people of a guest who sees few',
    atMost: same,
    count: 20,
    send: (side) => ask(side, guest, 'GET', '/users'),
  },
  {
    what: 'ten people by their IDs',
    atMost: same,
    count: 60,
    send: (side, index) =>
      ask(side, reader, 'GET', '/users', {
        user_ids: JSON.stringify(Array.from({ length: 10 }, (_, at) => firstId + 1 + index * 10 + at)),
      }),
  },
  {
    what: 'list of channels',
    atMost: whole,
    count: 10,
    send: (side) => ask(side, reader, 'GET', '/streams'),
  },
  {
    what: 'own subscriptions',
    atMost: same,
    count: 30,
    send: (side) => ask(side, reader, 'GET', '/users/me/subscriptions'),
  },
  {
    what: 'list of groups',
    atMost: whole,
    count: 20,
    send: (side) => ask(side, reader, 'GET', '/user_groups'),
  },
  {
    what: 'subscribers of the largest channel',
    atMost: whole,
    count: 20,
    send: (side) => ask(side, reader, 'GET', `/streams/${largestChannel}/members`),
  },
  {
    what: 'list of presences',
    atMost: whole,
    count: 6,
    send: (side) => ask(side, reader, 'GET', '/realm/presence'),
  },
  { what: 'home view', atMost: same, count: 30, send: (side) => page(side) },
  {
    what: 'search: a rare word',
    atMost: same,
    count: 30,
    send: (side) => page(side, ['search', words.rare]),
  },
  {
    what: 'search: a frequent word',
    atMost: same,
    count: 30,
    send: (side) => page(side, ['search', words.frequent]),
  },
  {
    what: 'search: a rare word in one channel',
    atMost: same,
    count: 30,
    send: (side) => page(side, ['channel', teamOf(side.size, reader)], ['search', words.rare]),
  },
  {
    what: 'search: messages of one sender',
    atMost: same,
    count: 30,
    send: (side) => page(side, ['sender', firstId + colleague]),
  },
  {
    what: 'search: a channel',
    atMost: same,
    count: 30,
    send: (side) => page(side, ['channel', teamOf(side.size, reader)]),
  },
  { what: 'unread messages', atMost: same, count: 30, send: (side) => page(side, ['is', 'unread']) },
  {
    what: 'topics of a channel',
    atMost: same,
    count: 60,
    send: (side) => ask(side, reader, 'GET', `/users/me/${teamOf(side.size, reader)}/topics`),
  },
  {
    what: 'send to a team',
    atMost: same,
    count: 100,
    send: (side) => send(side, teamOf(side.size, sender)),
  },
  {
    what: 'send to the channel of everybody',
    atMost: same,
    count: 100,
    send: (side) => send(side, largestChannel),
  },
  {
    what: 'send with a mention of a group',
    atMost: same,
    count: 20,
    send: (side) => send(side, teamOf(side.size, sender), 'Please look, @*group 1*'),
  },
  {
    what: 'direct message',
    atMost: same,
    count: 100,
    send: (side) =>
      ask(side, sender, 'POST', '/messages', {
        type: 'direct',
        to: JSON.stringify([firstId + reader]),
        content: sampleContent,
      }),
  },
  { what: 'change of one’s name', atMost: same, count: 40, send: rename },
  { what: 'joining and leaving a channel', atMost: same, count: 20, send: join },
  {
    what: 'one person and their presence',
    atMost: same,
    count: 30,
    async send(side, index) {
      const userId = firstId + 1 + (index % 1_000) * 10;
      await ask(side, reader, 'GET', `/users/${userId}`);
      return ask(side, reader, 'GET', `/users/${firstId + reader}/presence`);
    },
  },
];

/** Subscribes a person to a channel or unsubscribes them, in turn. Both change the list of subscribers. */
async function join(side: Side, index: number): Promise<Answer> {
  const team = teamOf(side.size, joiner);
  // ID of a public channel of other people.
  const channelId = team + 6 - ((team - firstId) % 5);
  const name = `growth ${channelId - firstId}`;
  const asked = { subscriptions: JSON.stringify([index % 2 === 0 ? { name } : name]) };
  return ask(side, joiner, index % 2 === 0 ? 'POST' : 'DELETE', '/users/me/subscriptions', asked);
}
