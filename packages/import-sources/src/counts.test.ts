import type { SourceReader } from '@parley/archive';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bson, collection } from '../test/bson.ts';
import { type Contents, disorder, memorySource, readAll } from '../test/memory-source.ts';
import { mattermost } from './mattermost/reader.ts';
import { rocketchat } from './rocketchat/reader.ts';
import { slack } from './slack/reader.ts';
import { zulip } from './zulip/reader.ts';

/** A message of a random archive, before it takes the form of a source. */
type Plain = {
  time: number;
  author: number;
  room: number;
  text: string;
  kind: 'plain' | 'notice' | 'deleted' | 'empty';
  /** Number of the message that it answers, if that is in the same room and older. */
  answers: number | undefined;
  reactions: number[];
};

const plainMessages: fc.Arbitrary<Plain[]> = fc.array(
  fc.record({
    time: fc.integer({ min: 0, max: 2_000 }),
    author: fc.integer({ min: 0, max: 4 }),
    room: fc.integer({ min: 0, max: 2 }),
    text: fc.constantFrom('ok', 'a *b* c', 'line\nline', '```x```', '@all', 'ok', '> q', 'same', ':tada:'),
    kind: fc.constantFrom('plain', 'plain', 'plain', 'plain', 'notice', 'deleted', 'empty'),
    answers: fc.option(fc.nat({ max: 50 }), { nil: undefined }),
    reactions: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  }),
  { maxLength: 40 },
);
const at = 1_600_000_000;
/** People 0 to 3 are in the lists; 4 is gone. Room 2 is a direct conversation. */
const people = [0, 1, 2, 3];

/** Returns the message that one answers: the first of a thread, in the same room, and older. */
function rootOf(messages: readonly Plain[], index: number): number | undefined {
  const message = messages[index]!;
  const root = message.answers === undefined ? undefined : messages[message.answers];
  if (!root || root.room !== message.room || root.time >= message.time || root.answers !== undefined)
    return undefined;
  return message.answers;
}

/** Times of the source in which no two messages have one time, so that each is a message of its own. */
const timeOf = (message: Plain, index: number): number => at + message.time + index / 1_000;

const builders: Record<
  string,
  { reader: SourceReader; build: (messages: readonly Plain[]) => Record<string, Contents> }
> = {
  slack: {
    reader: slack,
    build(messages) {
      const ts = (index: number): string => timeOf(messages[index]!, index).toFixed(6);
      const of = (room: number): object[] =>
        messages.flatMap((message, index) => {
          const { author, text, kind, reactions } = message;
          if (message.room !== room) return [];
          const root = rootOf(messages, index);
          return [
            {
              type: 'message',
              user: `U${author}`,
              ts: ts(index),
              text: kind === 'empty' ? '' : text,
              ...(kind === 'notice'
                ? { subtype: 'channel_join' }
                : kind === 'deleted'
                  ? { subtype: 'tombstone' }
                  : {}),
              ...(root === undefined ? {} : { thread_ts: ts(root) }),
              reactions: [
                { name: 'tada', users: reactions.map((person) => `U${person}`), count: reactions.length },
              ],
            },
          ];
        });
      return {
        'users.json': people.map((person) => ({ id: `U${person}`, profile: { real_name: `P${person}` } })),
        'channels.json': [0, 1].map((room) => ({ id: `C${room}`, name: `room${room}`, members: [] })),
        'dms.json': [{ id: 'D2', members: ['U0', 'U1'] }],
        'room0/2020-09-13.json': of(0),
        'room1/2020-09-13.json': of(1),
        'D2/2020-09-13.json': of(2),
      };
    },
  },
  mattermost: {
    reader: mattermost,
    build(messages) {
      const line = (type: string, value: unknown): string => JSON.stringify({ type, [type]: value });
      const entry = (index: number): Record<string, unknown> => {
        const message = messages[index]!;
        return {
          user: `u${message.author}`,
          message: message.kind === 'empty' ? '' : message.text,
          create_at: timeOf(message, index) * 1_000,
          ...(message.kind === 'notice' ? { type: 'system_join_channel' } : {}),
          ...(message.kind === 'deleted' ? { delete_at: at * 1_000 } : {}),
          reactions: message.reactions.map((person) => ({
            user: `u${person}`,
            emoji_name: 'tada',
            create_at: at * 1_000,
          })),
        };
      };
      const posts = messages.flatMap((message, index) => {
        if (rootOf(messages, index) !== undefined) return [];
        const replies = messages.flatMap((_, other) =>
          rootOf(messages, other) === index ? [entry(other)] : [],
        );
        if (message.room === 2)
          return [line('direct_post', { ...entry(index), channel_members: ['u0', 'u1'], replies })];
        return [line('post', { ...entry(index), team: 't', channel: `c${message.room}`, replies })];
      });
      const lines = [
        JSON.stringify({ type: 'version', version: 1 }),
        line('team', { name: 't', display_name: 'T' }),
        ...[0, 1].map((room) =>
          line('channel', { team: 't', name: `c${room}`, display_name: `C${room}`, type: 'O' }),
        ),
        ...people.map((person) => line('user', { username: `u${person}`, email: `u${person}@a.example` })),
        ...posts,
      ];
      return { 'import.jsonl': lines.join('\n') };
    },
  },
  zulip: {
    reader: zulip,
    build: (messages) => ({
      'realm.json': {
        zerver_realm: [{ id: 1, name: 'R' }],
        zerver_userprofile: people.map((person) => ({ id: person + 1, full_name: `P${person}` })),
        zerver_userprofile_mirrordummy: [{ id: 5, full_name: 'Gone' }],
        zerver_stream: [0, 1].map((room) => ({ id: room + 1, name: `c${room}` })),
        zerver_recipient: [
          { id: 1, type: 2, type_id: 1 },
          { id: 2, type: 2, type_id: 2 },
          { id: 3, type: 1, type_id: 1 },
        ],
        zerver_reaction: messages.flatMap(({ reactions }, index) =>
          reactions.map((person) => ({
            user_profile: person + 1,
            message: index + 1,
            emoji_name: 'tada',
            reaction_type: 'unicode_emoji',
          })),
        ),
      },
      'messages-000001.json': {
        zerver_message: messages.map((message, index) => ({
          id: index + 1,
          sender: message.author + 1,
          recipient: message.room + 1,
          subject: `t${message.answers ?? ''}`,
          content: message.kind === 'plain' ? message.text : '',
          date_sent: timeOf(message, index),
        })),
        zerver_usermessage: [],
      },
    }),
  },
  rocketchat: {
    reader: rocketchat,
    build(messages) {
      const id = (index: number): string => `message${String(index).padStart(10, '0')}`;
      const room = (number: number): string => (number === 2 ? 'user0user1' : `room${number}`);
      const documents = messages.map((message, index) => {
        const root = rootOf(messages, index);
        const answers = messages.filter((_, other) => rootOf(messages, other) === index).length;
        return {
          _id: id(index),
          rid: room(message.room),
          u: { _id: `user${message.author}`, username: `u${message.author}` },
          msg: message.kind === 'empty' ? '' : message.text,
          ts: new Date(Math.round(timeOf(message, index) * 1_000)),
          ...(message.kind === 'notice' ? { t: 'uj' } : message.kind === 'deleted' ? { t: 'rm' } : {}),
          ...(root === undefined ? {} : { tmid: id(root) }),
          ...(answers === 0 ? {} : { tcount: answers }),
          reactions: { ':tada:': { usernames: message.reactions.map((person) => `u${person}`) } },
        };
      });
      return {
        'dump/users.bson': collection(
          people.map((person) => ({ _id: `user${person}`, username: `u${person}`, name: `P${person}` })),
        ),
        'dump/rocketchat_room.bson': collection([
          { _id: 'room0', t: 'c', name: 'room0' },
          { _id: 'room1', t: 'p', name: 'room1' },
          { _id: 'user0user1', t: 'd', uids: ['user0', 'user1'] },
        ]),
        'dump/rocketchat_message.bson': Buffer.concat(documents.map(bson)),
      };
    },
  },
};

it.each(Object.entries(builders))(
  '%s: every message, reaction and reply is there, or counted as left out',
  async (name, { reader, build }) => {
    await fc.assert(
      fc.asyncProperty(plainMessages, async (messages) => {
        const reading = await readAll(reader, memorySource(build(messages), 97));
        const kept = reading.of('message');
        const leftOut = (count: string): number =>
          reading.findings.reduce(
            (sum, finding) => sum + (finding.leftOut === count ? (finding.count ?? 1) : 0),
            0,
          );
        const plain = messages.filter(({ kind }) => kind === 'plain');
        expect(kept.length).toBe(plain.length);
        expect(leftOut('messages')).toBe(messages.length - plain.length);
        expect(kept.reduce((sum, { reactions }) => sum + (reactions?.length ?? 0), 0)).toBe(
          plain.reduce((sum, { reactions }) => sum + reactions.length, 0),
        );
        expect(disorder(reading.records)).toEqual([]);
        if (name === 'zulip') return;
        // Replies stand in the topics of their threads, in the order of their times.
        const inTopics = kept.filter(({ place }) => 'topic' in place && place.topic !== '');
        const replies = messages.filter(
          (message, index) =>
            message.kind === 'plain' && message.room !== 2 && rootOf(messages, index) !== undefined,
        );
        expect(inTopics.map(({ time }) => Math.floor(time - at)).toSorted((a, b) => a - b)).toEqual(
          replies.map(({ time }) => time).toSorted((a, b) => a - b),
        );
        const threads = new Set(
          messages.flatMap((message, index) =>
            message.kind === 'plain' && message.room !== 2 ? (rootOf(messages, index) ?? []) : [],
          ),
        );
        expect(new Set(inTopics.map(({ place }) => JSON.stringify(place))).size).toBe(threads.size);
      }),
      { numRuns: 150 },
    );
  },
);
