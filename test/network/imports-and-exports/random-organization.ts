import type { ArchiveRecord, TextPart } from '@parley/archive';
import fc from 'fast-check';

// Organizations of which every part is random.

export const start = 1_700_000_000;
export const owner = { email: 'owner@moving.example', name: 'Olivia Owner' };

const index = fc.nat(1_000);
const word = fc.stringMatching(/^[A-Za-zÄöü][A-Za-z0-9 äß-]{0,18}[A-Za-z0-9]$/);
const flag = fc.boolean();
const part = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      text: fc.oneof(word, fc.constant('**bold** `code`'), fc.string({ maxLength: 30 })),
    }),
  },
  fc.record({
    ref: fc.constantFrom('person', 'group', 'channel', 'topic', 'message', 'file'),
    at: index,
    silent: flag,
  }),
);
type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;

export const blueprint = fc.record({
  people: fc.array(
    fc.record({
      name: word,
      role: fc.constantFrom('administrator', 'moderator', 'member', 'guest'),
      active: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
      isBot: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
      words: fc.array(word, { maxLength: 2 }),
      desk: fc.option(word, { nil: undefined }),
      mentor: fc.option(index, { nil: undefined }),
      muted: fc.option(index, { nil: undefined }),
      status: fc.constantFrom(
        undefined,
        { text: 'away' },
        { emoji: 'tada' },
        { text: 'home', emoji: 'own', until: 4_000_000_000 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  groups: fc.array(fc.record({ name: word, members: fc.array(index, { maxLength: 4 }), inner: flag }), {
    maxLength: 3,
  }),
  channels: fc.array(
    fc.record({
      name: word,
      privacy: fc.constantFrom('public', 'private', 'private-protected'),
      archived: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
      posting: fc.constantFrom('everyone', 'administrators', 'moderators', 'full-members'),
      topicsPolicy: fc.constantFrom('inherit', 'allow_empty_topic'),
      retentionDays: fc.constantFrom(undefined, null, 40_000),
      folder: fc.option(word, { nil: undefined }),
      isDefault: flag,
      subscribers: fc.array(
        fc.record({ person: index, muted: flag, pinned: flag, color: fc.constantFrom('#76ce90', '#fae589') }),
        { maxLength: 6 },
      ),
      topics: fc.array(
        fc.record({ person: index, topic: word, policy: fc.constantFrom('muted', 'unmuted', 'followed') }),
        {
          maxLength: 2,
        },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  messages: fc.array(
    fc.record({
      channel: fc.option(index, { nil: undefined }),
      others: fc.array(index, { minLength: 1, maxLength: 3 }),
      topic: fc.oneof(word, fc.constant('')),
      sender: index,
      pauseMs: fc.oneof(fc.nat(3), fc.nat(5_000_000)),
      parts: fc.array(part, { minLength: 1, maxLength: 4 }),
      edits: fc.array(fc.record({ editor: index, text: word }), { maxLength: 2 }),
      reactions: fc.array(
        fc.record({ person: index, emoji: fc.constantFrom('tada', 'heart', 'own', 'other-own') }),
        { maxLength: 3 },
      ),
      starred: fc.array(index, { maxLength: 2 }),
      unread: fc.array(index, { maxLength: 3 }),
      pinnedBy: fc.option(index, { nil: undefined }),
    }),
    { maxLength: 30 },
  ),
  settings: fc.record({
    waiting_period_threshold: fc.nat(30),
    name_changes_disabled: flag,
    enable_read_receipts: flag,
    topics_policy: fc.constantFrom('allow_empty_topic', 'disable_empty_topic'),
  }),
});
export type Blueprint = typeof blueprint extends fc.Arbitrary<infer T> ? T : never;

/** Returns the records of an organization, in the order of the form. */
export function recordsFrom({ people, groups, channels, messages, settings }: Blueprint): ArchiveRecord[] {
  const one = <T>(from: readonly T[], at: number): T => from[at % from.length]!;
  const keys = ['p0', ...people.map((_, at) => `p${at + 1}`)];
  const person = (at: number) => one(keys, at);
  const humans = ['p0', ...people.flatMap(({ isBot }, at) => (isBot ? [] : [`p${at + 1}`]))];
  const channelKeys = channels.map((_, at) => `c${at}`);
  const unread = new Map<string, string[]>();
  const records: ArchiveRecord[] = [
    {
      kind: 'organization',
      name: 'Random',
      description: 'made up',
      urls: ['https://random.example'],
      settings: { ...settings, can_create_groups: { groups: ['role:moderators'], people: ['p0'] } },
      profileFields: [
        { name: 'Desk', type: 'short-text', hint: 'where' },
        { name: 'Mentor', type: 'people' },
      ],
      linkifiers: [{ pattern: '#(?P<id>[0-9]{4,8})', url: 'https://issues.example/{id}' }],
      created: start,
    },
    {
      kind: 'person',
      key: 'p0',
      name: owner.name,
      email: owner.email,
      role: 'owner',
      id: 1_000,
      joined: start,
    },
    ...people.map((each, at): ArchiveRecord => {
      const profile = {
        ...(each.desk !== undefined && { Desk: each.desk }),
        ...(each.mentor !== undefined && { Mentor: [one(humans, each.mentor)] }),
      };
      const muted = each.muted === undefined ? undefined : person(each.muted);
      return {
        kind: 'person',
        key: `p${at + 1}`,
        name: `${each.name} ${at}`,
        email: `p${at + 1}@moving.example`,
        role: each.role,
        active: each.active,
        id: 1_001 + at,
        joined: start + at,
        ...(each.isBot
          ? { bot: { type: 'generic' as const, owner: 'p0' } }
          : { profile, alertWords: each.words, ...(each.status && { status: each.status }) }),
        ...(!each.isBot && muted !== undefined && muted !== `p${at + 1}` && { mutedPeople: [muted] }),
      };
    }),
    ...groups.map(
      ({ name, members, inner }, at): ArchiveRecord => ({
        kind: 'group',
        key: `g${at}`,
        name: `${name} ${at}`,
        members: [...new Set(members.map(person))],
        ...(inner && at > 0 && { subgroups: [`g${at - 1}`] }),
      }),
    ),
    { kind: 'file', key: 'own.png', name: 'own.png', path: 'files/own.png', use: 'emoji' },
    { kind: 'file', key: 'f0', name: 'plan [1].txt', path: 'files/plan.txt', owner: 'p0', created: start },
    { kind: 'file', key: 'f1', name: '@**all**.txt', path: 'files/all.txt', owner: 'p0', created: start },
    { kind: 'emoji', name: 'own', file: 'own.png', author: 'p0' },
    { kind: 'emoji', name: 'other-own', aliasOf: 'own' },
    ...channels.flatMap(({ folder: name }): ArchiveRecord[] =>
      name === undefined ? [] : [{ kind: 'channel-folder', key: name, name }],
    ),
    ...channels.map(
      (
        { name, subscribers: _s, topics: _t, folder: inFolder, retentionDays, ...channel },
        at,
      ): ArchiveRecord => ({
        kind: 'channel',
        key: `c${at}`,
        ...channel,
        name: `${name} ${at}`,
        created: start + at,
        creator: 'p0',
        ...(inFolder !== undefined && { folder: inFolder }),
        ...(retentionDays !== undefined && { retentionDays }),
      }),
    ),
    ...channels.flatMap(({ subscribers }, at): ArchiveRecord[] => {
      const own = new Map(subscribers.map((each) => [person(each.person), each]));
      return Array.from(own, ([key, { muted, pinned, color }]) => ({
        kind: 'subscription',
        channel: `c${at}`,
        person: key,
        muted,
        pinned,
        color,
      }));
    }),
    ...channels.flatMap(({ topics }, at): ArchiveRecord[] =>
      topics.map(({ person: by, ...topic }, n) => ({
        kind: 'topic',
        channel: `c${at}`,
        person: person(by),
        time: start + n,
        ...topic,
      })),
    ),
  ];
  const partOf = (given: Part): TextPart => {
    if ('text' in given) return given.text;
    const { ref, at, silent } = given;
    switch (ref) {
      case 'person':
        return { ref, key: person(at), silent };
      case 'group':
        return groups.length === 0 ? 'nobody' : { ref, key: `g${at % groups.length}` };
      case 'channel':
        return { ref, key: one(channelKeys, at) };
      case 'topic':
        return { ref, channel: one(channelKeys, at), topic: 'a topic' };
      case 'message':
        return { ref, key: `m${at % messages.length}`, label: 'that' };
      default:
        return { ref: 'file', key: at % 2 === 0 ? 'f0' : 'f1' };
    }
  };
  let time = start + 10_000;
  for (const [at, message] of messages.entries()) {
    time += message.pauseMs / 1_000;
    const sender = person(message.sender);
    const content = message.parts.flatMap((each) => [partOf(each), ' ']);
    const reactions = new Map(
      message.reactions.map((each) => [`${person(each.person)} ${each.emoji}`, each]),
    );
    records.push({
      kind: 'message',
      key: `m${at}`,
      place:
        message.channel === undefined
          ? { people: [...new Set([sender, ...message.others.map(person)])] }
          : { channel: one(channelKeys, message.channel), topic: message.topic },
      sender,
      time,
      content: content.every((each) => typeof each === 'string' && each.trim() === '') ? 'text' : content,
      edits: message.edits.map(({ editor, text }, n) => ({
        time: Math.floor(time) + 10 + n,
        editor: person(editor),
        previousContent: text,
      })),
      reactions: Array.from(reactions.values(), ({ person: by, emoji }, n) => ({
        person: person(by),
        emoji,
        time: Math.floor(time) + n,
      })),
      starredBy: [...new Set(message.starred.map(person))],
      ...(message.channel !== undefined &&
        message.pinnedBy !== undefined && {
          pinned: { by: person(message.pinnedBy), time: Math.floor(time) + 1 },
        }),
    });
    for (const key of new Set(message.unread.map(person)))
      unread.set(key, [...(unread.get(key) ?? []), `m${at}`]);
  }
  for (const [key, own] of unread) records.push({ kind: 'unread', person: key, messages: own });
  return records;
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Contents of the files of these organizations, by their paths. */
export const contents: Readonly<Record<string, Buffer>> = {
  'files/own.png': picture,
  'files/plan.txt': Buffer.from('the plan'),
  'files/all.txt': Buffer.from('for all'),
};
