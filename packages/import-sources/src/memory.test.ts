import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SourceFiles, SourceReader } from '@parley/archive';
import { expect, it } from 'vitest';
import { bson } from '../test/bson.ts';
import { mattermost } from './mattermost/reader.ts';
import { rocketchat } from './rocketchat/reader.ts';
import { slack } from './slack/reader.ts';
import { Threads } from './text/threads.ts';
import { zulip } from './zulip/reader.ts';

// The memory of a reader must grow neither with messages nor with files, but for a few bytes for each file, by which it is known again.
// The archives are made while they are read.

type Pieces = Iterable<string | Uint8Array>;
/** Files that are made while they are read, and the paths of many small ones. */
type Archive = {
  files: Readonly<Record<string, (count: number) => Pieces>>;
  path: (number: number) => string;
};

function sourceOf({ files, path }: Archive, count: number): SourceFiles {
  const paths = Object.keys(files);
  const entry = (number: number) => ({
    path: paths[number] ?? path(number - paths.length),
    size: 10,
    number,
  });
  const numberOf = (text: string) => Number(/(\d{7})(?:\/plan\.txt)?$/.exec(text)?.[1]);
  const has = (given: string) => given in files || given === path(numberOf(given));
  return {
    name: 'test',
    findings: [],
    *list() {
      for (let number = 0; number < paths.length + count; number++) yield entry(number);
    },
    has,
    entry,
    sizeOf: (given) => (has(given) ? 10 : undefined),
    async *open(given) {
      for (const piece of files[given]?.(count) ?? ['small file']) yield Buffer.from(piece);
    },
  };
}

const digits = (number: number): string => String(number).padStart(7, '0');
/** So long that messages are sorted on disk. */
const padding = 'x'.repeat(4_000);

function* listOf(count: number, element: (number: number) => unknown): Pieces {
  yield '[';
  for (let at = 0; at < count; at++) yield `${at === 0 ? '' : ',\n'}${JSON.stringify(element(at))}`;
  yield ']';
}

const slackExport: Archive = {
  path: (number) => `__uploads/F${digits(number)}/plan.txt`,
  files: {
    'users.json': () => listOf(1, () => ({ id: 'U1', name: 'ann' })),
    'channels.json': () => listOf(1, () => ({ id: 'C1', name: 'general', members: ['U1'] })),
    'general/2024-05-01.json': (count) =>
      listOf(count, (at) => ({
        type: 'message',
        user: 'U1',
        ts: `${1_700_000_000 + at}.000100`,
        text: 'look',
        files: [{ id: `F${digits(at)}`, name: 'plan.txt' }],
        padding,
      })),
  },
};

const bulkFile: Archive = {
  path: (number) => `data/20240501/teams/noteam/channels/general/users/ann/${digits(number)}/plan.txt`,
  files: {
    *'import.jsonl'(count) {
      yield '{"type":"version","version":1}\n';
      yield '{"type":"team","team":{"name":"t","display_name":"T"}}\n';
      yield '{"type":"channel","channel":{"team":"t","name":"general","type":"O"}}\n';
      yield '{"type":"user","user":{"username":"ann","email":"ann@old.example"}}\n';
      for (let at = 0; at < count; at++) {
        const post = { team: 't', channel: 'general', user: 'ann', message: 'look', padding };
        const attachments = [{ path: bulkFile.path(at).slice('data/'.length) }];
        const line = {
          type: 'post',
          post: { ...post, create_at: (1_700_000_000 + at) * 1_000, attachments },
        };
        yield `${JSON.stringify(line)}\n`;
      }
    },
  },
};

const zulipPath = (number: number): string => `1/ab/${digits(number)}/plan.txt`;
const zulipExport: Archive = {
  path: (number) => `uploads/${zulipPath(number)}`,
  files: {
    'realm.json': () => [
      JSON.stringify({
        zerver_realm: [{ id: 1, name: 'Old' }],
        zerver_userprofile: [{ id: 5, full_name: 'Ann', delivery_email: 'ann@old.example', is_active: true }],
        zerver_stream: [{ id: 3, name: 'general' }],
        zerver_recipient: [{ id: 9, type: 2, type_id: 3 }],
      }),
    ],
    *'attachment.json'(count) {
      const rows = listOf(count, (at) => ({
        id: at,
        path_id: zulipPath(at),
        file_name: 'plan.txt',
        owner: 5,
      }));
      yield '{"zerver_attachment":';
      yield* rows;
      yield '}';
    },
    'uploads/records.json': (count) =>
      listOf(count, (at) => ({ path: zulipPath(at), s3_path: zulipPath(at), size: 10 })),
    *'messages-000001.json'(count) {
      yield '{"zerver_message":';
      yield* listOf(count, (at) => ({
        id: at + 1,
        sender: 5,
        recipient: 9,
        subject: 'plans',
        date_sent: 1_700_000_000 + at,
        content: `[plan](/user_uploads/${zulipPath(at)})`,
        padding,
      }));
      yield '}';
    },
  },
};

function* documents(count: number, document: (number: number) => Record<string, unknown>): Pieces {
  for (let at = 0; at < count; at++) yield bson(document(at));
}
const uploadId = (number: number): string => `upload${digits(number)}`;
const dump: Archive = {
  path: (number) => `uploads/${uploadId(number)}`,
  files: {
    'users.bson': () => documents(1, () => ({ _id: 'annannannannann01', username: 'ann', name: 'Ann' })),
    'rocketchat_room.bson': () => documents(1, () => ({ _id: 'GENERAL', t: 'c', name: 'general' })),
    'rocketchat_uploads.bson': (count) =>
      documents(count, (at) => ({ _id: uploadId(at), name: 'plan.txt', size: 10 })),
    'rocketchat_uploads.files.bson': (count) =>
      documents(count, (at) => ({ _id: `other${digits(at)}`, length: 10, chunkSize: 255 })),
    'rocketchat_message.bson': (count) =>
      documents(count, (at) => ({
        _id: `message${digits(at)}`,
        rid: 'GENERAL',
        msg: 'look',
        ts: new Date((1_700_000_000 + at) * 1_000),
        u: { _id: 'annannannannann01', username: 'ann' },
        files: [{ _id: uploadId(at), name: 'plan.txt' }],
        padding,
      })),
  },
};

const options = { maxContentLength: 10_000, maxTopicLength: 60 };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the memory in use. What buffers took is given back after the collection. */
async function memoryInUse(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collect();
    await setTimeout(20);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Returns the memory in use behind the last message, and the number of files that came with contents. */
async function memoryOf(reader: SourceReader, archive: Archive, count: number) {
  let [messages, files, used] = [0, 0, 0];
  for await (const record of reader.read(sourceOf(archive, count), options)) {
    if (record.kind === 'file' && record.path !== undefined) files++;
    if (record.kind !== 'message' || ++messages < count) continue;
    used = await memoryInUse();
  }
  return { used, messages, files };
}

it.each([
  ['Slack', slack, slackExport],
  ['Mattermost', mattermost, bulkFile],
  ['Zulip', zulip, zulipExport],
  ['Rocket.Chat', rocketchat, dump],
] as const)(
  '%s: memory grows by a few bytes for each file, and not with messages',
  async (_name, reader, archive) => {
    const [few, many] = [5_000, 15_000];
    const small = await memoryOf(reader, archive, few);
    const large = await memoryOf(reader, archive, many);
    expect([small.messages, small.files, large.messages, large.files]).toEqual([few, few, many, many]);
    expect((large.used - small.used) / (many - few)).toBeLessThan(120);
  },
  120_000,
);

it('a thread takes few bytes, and has a topic of its own, however many a channel has', async () => {
  const count = 30_000;
  const line = (at: number) => `What do we do about number ${Math.floor(at / 2)} of the list?`;
  const blocksOf = (text: string) => [{ type: 'paragraph', children: [{ type: 'text', text }] } as const];
  const before = await memoryInUse();
  const threads = new Threads('C1', 60, () => '');
  const thread = (at: number) => `1700000000.${at}`;
  for (let at = 0; at < count; at++) {
    threads.first(thread(at), `C1:${thread(at)}`, blocksOf(line(at)), true);
    expect(threads.reply(thread(at), []).blocks).toHaveLength(1);
    expect(threads.reply(thread(at), []).blocks).toHaveLength(0);
  }
  expect(((await memoryInUse()) - before) / count).toBeLessThan(400);
  const topics = new Set(Array.from({ length: count }, (_, at) => threads.topicOf(thread(at))));
  expect(topics.size).toBe(count);
  expect([threads.topicOf(thread(8)), threads.topicOf(thread(9))]).toEqual([line(8), `${line(9)} (2)`]);
  expect(threads.topicOf('another')).toBeUndefined();
});

it('Zulip: memory does not grow with subscriptions, but for the few bytes by which one is known again', async () => {
  const people = 100;
  const exportOf = (channels: number): Archive => ({
    path: (number) => `uploads/${number}`,
    files: {
      *'realm.json'() {
        yield '{"zerver_realm":[{"id":1,"name":"Old"}],"zerver_userprofile":';
        yield* listOf(people, (at) => ({ id: at, full_name: `P ${at}`, is_active: true }));
        yield ',"zerver_stream":';
        yield* listOf(channels, (at) => ({ id: at, name: `channel ${at}` }));
        yield ',"zerver_recipient":';
        yield* listOf(channels, (at) => ({ id: at, type: 2, type_id: at }));
        yield ',"zerver_subscription":';
        yield* listOf(channels * people, (at) => ({
          id: at,
          recipient: Math.floor(at / people),
          user_profile: at % people,
          color: '#76ce90',
          active: true,
          padding: 'x'.repeat(300),
        }));
        yield '}';
      },
      'messages-000001.json': () => ['{"zerver_message":[]}'],
    },
  });
  const measure = async (channels: number) => {
    let [subscriptions, used] = [0, 0];
    for await (const { kind } of zulip.read(sourceOf(exportOf(channels), 0), options))
      if (kind === 'subscription' && ++subscriptions === channels * people) used = await memoryInUse();
    return { subscriptions, used };
  };
  const [few, many] = [await measure(300), await measure(900)];
  expect([few.subscriptions, many.subscriptions]).toEqual([30_000, 90_000]);
  expect((many.used - few.used) / 60_000).toBeLessThan(150);
}, 120_000);

it('Zulip: memory does not grow with the topics that people follow', async () => {
  const exportOf = (topics: number): Archive => ({
    path: (number) => `uploads/${number}`,
    files: {
      *'realm.json'() {
        yield '{"zerver_realm":[{"id":1,"name":"Old"}],"zerver_userprofile":[{"id":5,"full_name":"Ann"}]';
        yield ',"zerver_stream":[{"id":3,"name":"general"}],"zerver_usertopic":';
        yield* listOf(topics, (at) => ({
          id: at,
          stream: 3,
          user_profile: 5,
          topic_name: `topic ${at}`,
          visibility_policy: 3,
          padding: 'x'.repeat(300),
        }));
        yield '}';
      },
      'messages-000001.json': () => ['{"zerver_message":[]}'],
    },
  });
  const measure = async (count: number) => {
    let [topics, used] = [0, 0];
    for await (const { kind } of zulip.read(sourceOf(exportOf(count), 0), options))
      if (kind === 'topic' && ++topics === count) used = await memoryInUse();
    return { topics, used };
  };
  const [few, many] = [await measure(30_000), await measure(90_000)];
  expect([few.topics, many.topics]).toEqual([30_000, 90_000]);
  expect((many.used - few.used) / 60_000).toBeLessThan(150);
}, 120_000);

it('Zulip: one message takes no more marks than a large organization has', async () => {
  const marks = 100_500;
  const archive: Archive = {
    path: (number) => `uploads/${number}`,
    files: {
      'realm.json': zulipExport.files['realm.json']!,
      *'messages-000001.json'() {
        yield '{"zerver_message":[{"id":1,"sender":5,"recipient":9,"subject":"plans","content":"look"}]';
        yield ',"zerver_usermessage":';
        yield* listOf(marks, () => ({ message: 1, user_profile: 5, flags_mask: 2 }));
        yield '}';
      },
    },
  };
  const found: unknown[] = [];
  for await (const record of zulip.read(sourceOf(archive, 0), options))
    if (record.kind === 'finding' && record.finding === 'too-many-marks') found.push(record.count);
  expect(found).toEqual([501]);
}, 120_000);

it('Slack: memory grows by a few bytes for each file of messages', async () => {
  const source = (count: number): SourceFiles => {
    const lists = ['users.json', 'channels.json'];
    const day = (number: number) => new Date(Date.UTC(2001, 0, 1 + number)).toISOString().slice(0, 10);
    const entry = (number: number) => ({
      path: lists[number] ?? `general/${day(number - lists.length)}.json`,
      size: 10,
      number,
    });
    return {
      name: 'test',
      findings: [],
      *list() {
        for (let number = 0; number < lists.length + count; number++) yield entry(number);
      },
      has: (path) => lists.includes(path),
      entry,
      sizeOf: () => 10,
      async *open(path) {
        if (path === 'channels.json') yield Buffer.from('[{"id":"C1","name":"general"}]');
        else if (path === 'users.json') yield Buffer.from('[{"id":"U1","name":"ann"}]');
        else
          yield Buffer.from(
            JSON.stringify([{ user: 'U1', text: path, ts: `${Date.parse(path.slice(8, 18)) / 1_000}.1` }]),
          );
      },
    };
  };
  const measure = async (count: number) => {
    const texts: string[] = [];
    let used = 0;
    for await (const record of slack.read(source(count), options)) {
      if (record.kind === 'channel') used = await memoryInUse();
      if (record.kind === 'message') texts.push(String(record.content));
    }
    expect(texts).toEqual([...texts].sort());
    return { days: texts.length, used };
  };
  const [few, many] = [await measure(1_000), await measure(9_000)];
  expect([few.days, many.days]).toEqual([1_000, 9_000]);
  expect((many.used - few.used) / 8_000).toBeLessThan(60);
}, 120_000);

it('Mattermost: memory grows by a few bytes for each post of one time', async () => {
  const archive: Archive = {
    path: (number) => `data/${number}`,
    files: {
      *'import.jsonl'(count) {
        for (const line of bulkFile.files['import.jsonl']!(0)) yield line;
        for (let at = 0; at < count; at++) {
          const post = { team: 't', channel: 'general', user: 'ann', message: `look ${at}`, padding };
          yield `${JSON.stringify({ type: 'post', post: { ...post, create_at: 1_700_000_000_000 } })}\n`;
        }
      },
    },
  };
  const measure = async (count: number) => {
    const keys = new Set<string>();
    let [messages, used] = [0, 0];
    for await (const record of mattermost.read(sourceOf(archive, count), options)) {
      if (record.kind !== 'message') continue;
      if (messages++ < 100) keys.add(record.key);
      if (messages === count) used = await memoryInUse();
    }
    return { messages, keys: keys.size, used };
  };
  const [few, many] = [await measure(5_000), await measure(15_000)];
  expect([few.messages, few.keys, many.messages]).toEqual([5_000, 100, 15_000]);
  expect((many.used - few.used) / 10_000).toBeLessThan(120);
}, 120_000);
