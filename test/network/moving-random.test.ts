import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ArchiveRecord, FormWriter, type TextPart } from '@parley/archive';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient } from '@parley/rpc';
import { Network, Person, testPassword, triesManyCases, until } from '@parley/test-kit';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { exported, recordsOf } from './exported-form.ts';

// Whatever an organization contains: its export, imported into an empty deployment, is exported equal.

const folder = mkdtempSync(join(tmpdir(), 'parley-random-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = 1_700_000_000;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const owner = { email: 'owner@moving.example', name: 'Olivia Owner' };

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

const blueprint = fc.record({
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
type Blueprint = typeof blueprint extends fc.Arbitrary<infer T> ? T : never;

/** Returns the records of an organization, in the order of the form. */
function recordsFrom({ people, groups, channels, messages, settings }: Blueprint): ArchiveRecord[] {
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

let archives = 0;

function archiveOf(records: readonly ArchiveRecord[]): string {
  const root = join(folder, `archive-${++archives}`);
  const writer = new FormWriter();
  const facts = { created: start, source: 'https://random.example', program: 'test' };
  const files = [
    ...records.flatMap((record) => writer.add(record)),
    ...writer.finish(facts),
    { path: 'files/own.png', bytes: picture },
    { path: 'files/plan.txt', bytes: Buffer.from('the plan') },
    { path: 'files/all.txt', bytes: Buffer.from('for all') },
  ];
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  return root;
}

/** Imports an archive into a deployment without an organization, and returns its export. */
async function moved(path: string): Promise<ArrayBuffer> {
  await using network = await Network.start({ env: { PARLEY_OWNER_FULL_CONTENT_ACCESS: 'true' } });
  const [replica] = network.of('importing');
  const importing = createRpcClient(ImportingServiceService, {
    addresses: [`127.0.0.1:${replica!.ports.rpc}`],
    secret: replica!.env.PARLEY_RPC_SECRET!,
  });
  const call = () => backgroundCall({ timeoutMs: 30_000 });
  const { importId } = await importing.startImport(
    { path, from: '', into: 'Random', dryRun: false, uploadUrl: '' },
    call(),
  );
  const done = await until(
    'the import has ended',
    async () => {
      const { import: found } = await importing.getImport({ importId }, call());
      return ['waiting', 'running'].includes(found!.state) ? undefined : found;
    },
    120_000,
  );
  importing.close();
  expect(done).toMatchObject({ state: 'done', error: '' });
  await network.asOperator((userAdmin, each) =>
    userAdmin.setPassword({ email: owner.email, password: testPassword }, each),
  );
  const key = await network
    .client()
    .post('/fetch_api_key', { username: owner.email, password: testPassword });
  const identity = { userId: key.user_id as number, email: owner.email, apiKey: key.api_key as string };
  return await exported(network, new Person(identity, network.client(identity)));
}

it('is equal after export and import', { timeout: 1_800_000 }, async () => {
  const property = fc.asyncProperty(blueprint, async (given) => {
    const records = recordsFrom(given);
    const first = await moved(archiveOf(records));
    const before = await recordsOf(first);
    expect(before.messages ?? []).toHaveLength(given.messages.length);
    expect(before.people).toHaveLength(given.people.length + 1);
    const path = join(folder, `export-${archives}.tar.gz`);
    writeFileSync(path, Buffer.from(first));
    const after = await recordsOf(await moved(path));
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    for (const kind of Object.keys(before))
      expect({ kind, records: after[kind] }).toEqual({ kind, records: before[kind] });
  });
  const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_129);
  // Without shrinking: each case starts two deployments.
  await fc.assert(property, { seed, numRuns: triesManyCases ? 25 : 1, endOnFailure: true });
});
