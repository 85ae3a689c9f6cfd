import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldCase as clientFoldCase, topicKey } from '@parley/client';
import { type Db, type Queryable, sql } from '@parley/db';
import { foldCase, userTopicKey } from '@parley/rules';
import { Network, Organization, type Person } from '@parley/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';

// Topics and searches compare texts by full case folding, in every place: databases, event queues, caches and clients.

let network: Network;
let db: Db;
let alice: Person;
let bob: Person;
let channelId: number;

beforeAll(async () => {
  network = await Network.start();
  db = openDatabase(network);
  const organization = await Organization.create(network);
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['folding'], [alice, bob]);
  channelId = (await alice.api.get('/get_stream_id', { stream: 'folding' })).stream_id;
  await network.caughtUp();
});

afterAll(async () => {
  await db?.close();
  await network?.stop();
});

/** Spellings of one text. */
const spellings: readonly (readonly [string, ...string[]])[] = [
  ['Straße', 'STRASSE', 'strasse', 'STRAẞE'],
  ['ΟΔΟΣ', 'οδος', 'οδοσ'],
  ['ΜΆΙΟΣ', 'Μάιος'],
  ['ﬁnal', 'FINAL', 'Final'],
  ['İzmir', 'i̇zmir'],
  ['ПРИВЕТ', 'Привет'],
  ['Ὀδυσσεῖ ᾳ', 'ὈΔΥΣΣΕῖ ΑΙ'],
  ['և', 'ԵՒ'],
  ['Ꭰ', 'ꭰ'],
  ['ＡＢＣ', 'ａｂｃ'],
  ['Cafe\u0301', 'CAFÉ'],
];

const folded = async (schema: string, texts: readonly string[]): Promise<string[]> => {
  const rows = await db.many<{ key: string }>({
    name: '',
    text: `select ${schema}.fold_topic(t) as key from unnest($1::text[]) with ordinality u (t, at) order by at`,
    values: [texts],
  });
  return rows.map(({ key }) => key);
};

/** Runs statements that are no template. */
const execute = (text: string, on: Queryable = db) => on.execute({ name: '', text, values: [] });

const migrationsOf = (schema: string) =>
  join(import.meta.dirname, `../../../services/${schema}/src/db/migrations`);

/** Runs a migration again. */
const migrate = (schema: string, file: string): Promise<void> =>
  db.tx(async (tx) => {
    await execute(`set local search_path to ${schema}, log`, tx);
    await execute(readFileSync(join(migrationsOf(schema), file), 'utf8'), tx);
  });

describe('the same texts are equal in code and in databases', () => {
  const letters = async (): Promise<string[]> => {
    const all = Array.from({ length: 0x10ffff }, (_, at) => at + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => !/\p{Cn}/u.test(letter));
    // Only letters that both Unicode versions know.
    const rows = await db.many<{ letter: string }>(sql`
      select letter from unnest(${all}::text[]) u (letter) where unicode_assigned(letter)`);
    return rows.map(({ letter }) => letter);
  };

  it('every letter', async () => {
    const all = await letters();
    expect(all.length).toBeGreaterThan(140_000);
    const expected = all.map(foldCase);
    expect(all.map(clientFoldCase)).toEqual(expected);
    for (const schema of ['messaging', 'channel']) {
      const found = await folded(schema, all);
      expect(all.filter((_, at) => found[at] !== expected[at])).toEqual([]);
    }
    // A capital I is the capital letter of a dotless i only in Turkish and Azerbaijani.
    const kept = all.filter((letter) => letter !== 'ı');
    expect(kept.filter((letter) => foldCase(letter.toUpperCase()) !== foldCase(letter))).toEqual([]);
    expect(kept.filter((letter) => foldCase(foldCase(letter)) !== foldCase(letter))).toEqual([]);
  });

  it('any text', async () => {
    const changing = (await letters()).filter(
      (letter) => foldCase(letter) !== letter || /\p{M}/u.test(letter),
    );
    const texts = fc.sample(
      fc.string({ unit: fc.constantFrom(...changing, 'a', ' '), maxLength: 12 }),
      3_000,
    );
    const expected = texts.map(foldCase);
    expect(texts.map(clientFoldCase)).toEqual(expected);
    for (const schema of ['messaging', 'channel']) expect(await folded(schema, texts)).toEqual(expected);
    expect(expected.map(foldCase)).toEqual(expected);
  });
});

describe.each(spellings)('%s and its other spellings', (first, ...others) => {
  it('are one topic, with one policy, and found by each spelling', async () => {
    for (const other of others) {
      expect(topicKey(channelId, other)).toBe(topicKey(channelId, first));
      expect(userTopicKey(channelId, other)).toBe(userTopicKey(channelId, first));
    }
    const last = others.at(-1)!;
    const narrow = [{ operator: 'topic', operand: last }];
    await using queue = await bob.register({ event_types: ['message'], narrow: [['topic', last]] });
    const ids: number[] = [];
    for (const [at, topic] of [first, ...others].entries())
      ids.push(await alice.send(channelId, `number ${at}`, topic));
    const { topics } = await bob.api.get(`/users/me/${channelId}/topics`);
    const mine = topics.filter(({ name }: { name: string }) => [first, ...others].includes(name));
    expect(mine).toEqual([{ name: last, max_id: ids.at(-1) }]);
    expect((await bob.messages(narrow)).map(({ id }) => id)).toEqual(ids);
    queue.start();
    await expect.poll(() => queue.events.map(({ message }) => message.id)).toEqual(ids);
    // A policy for one spelling is changed by another.
    await bob.api.post('/user_topics', { stream_id: channelId, topic: first, visibility_policy: 3 });
    await bob.api.post('/user_topics', { stream_id: channelId, topic: last, visibility_policy: 1 });
    await using policies = await bob.register({
      event_types: ['user_topic'],
      fetch_event_types: ['user_topic'],
    });
    const found = policies.initial.user_topics.filter((each: { topic_name: string }) =>
      [first, ...others].includes(each.topic_name),
    );
    expect(found).toMatchObject([{ visibility_policy: 1 }]);
  });

  // For a search, the small iota below a letter is an accent.
  it.skipIf(first.includes('ᾳ'))('are found by a search for each spelling, marked', async () => {
    const id = await alice.send(channelId, `about ${first}`, 'searched');
    for (const word of [first, ...others]) {
      const { messages } = await bob.api.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: 'search', operand: `about "${word}"` }],
      });
      expect(messages).toMatchObject([{ id, match_content: expect.stringContaining('highlight') }]);
    }
  });
});

describe('topics of earlier releases', () => {
  it('become one, with their links', async () => {
    const current = readFileSync(join(migrationsOf('messaging'), '0019-full-case-folding.sql'), 'utf8');
    await execute(`create or replace function messaging.fold_topic(topic text) returns text
                     language sql immutable strict parallel safe return lower(normalize(topic, nfc))`);
    const [one, two] = [
      await alice.send(channelId, 'the first Fuß', 'Große Pläne'),
      await alice.send(channelId, 'the second', 'GROSSE PLÄNE'),
    ];
    const alone = await alice.send(channelId, 'alone', 'Maß');
    const separate = (await bob.api.get(`/users/me/${channelId}/topics`)).topics.map(
      ({ name }: { name: string }) => name,
    );
    expect(separate).toEqual(expect.arrayContaining(['Große Pläne', 'GROSSE PLÄNE']));

    const create = /create or replace function fold_topic.*?\n\$\$;\n/s.exec(current)![0];
    await execute(create.replace('fold_topic', 'messaging.fold_topic'));
    await migrate('messaging', '0020-fold-stored-topics.sql');
    await migrate('messaging', '0020-fold-stored-topics.sql');
    const { topics } = await bob.api.get(`/users/me/${channelId}/topics`);
    expect(topics.filter(({ name }: { name: string }) => /^gro/i.test(name))).toEqual([
      { name: 'GROSSE PLÄNE', max_id: two },
    ]);
    for (const operand of ['Große Pläne', 'grosse pläne']) {
      const found = await bob.messages([{ operator: 'topic', operand }]);
      expect(found.map(({ id }) => id)).toEqual([one, two]);
    }
    // A link to a topic of an earlier release follows its messages.
    await alice.api.patch(`/messages/${alone}`, { topic: 'Weight', propagate_mode: 'change_all' });
    const moved = await bob.api.get(`/users/me/${channelId}/topics/moved`, { topic: 'MASS' });
    expect(moved.moved_to).toMatchObject({ topic: 'Weight' });
  });

  it('have the latest of their policies', async () => {
    const insert = (topic: string, key: string, policy: number, updated: string) =>
      db.execute(sql`
        insert into channel.user_topics (user_id, channel_id, topic, topic_key, visibility_policy, updated_at)
        values (${bob.userId}, ${channelId}, ${topic}, ${key}, ${policy}, ${updated}::timestamptz)`);
    await execute(`drop trigger user_topics_topic_key on channel.user_topics;
      drop function channel.set_topic_key(); drop function channel.fold_topic(text)`);
    await insert('Süße', 'süße', 1, '2026-01-01');
    await insert('SÜSSE', 'süsse', 3, '2026-01-02');
    await insert('Spaß', 'spaß', 2, '2026-01-01');
    await migrate('channel', '0007-full-case-folding.sql');
    // The previous release goes on writing keys of its own.
    await insert('Gruß', 'gruß', 2, '2026-01-01');
    const rows = await db.many(sql`
      select topic, topic_key as key, visibility_policy as policy from channel.user_topics
       where user_id = ${bob.userId} and topic in ('Süße', 'SÜSSE', 'Spaß', 'Gruß') order by topic_key`);
    expect(rows).toEqual([
      { topic: 'Gruß', key: 'gruss', policy: 2 },
      { topic: 'Spaß', key: 'spass', policy: 2 },
      { topic: 'SÜSSE', key: 'süsse', policy: 3 },
    ]);
  });
});
