import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ArchiveRecord, FormWriter } from '@parley/archive';
import type { Import } from '@parley/proto/importing/v1/importing';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient, type RpcClient } from '@parley/rpc';
import { Network, Organization, Person, until } from '@parley/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../notifications/mailbox.ts';
import { at, hammer, small } from './small-archive.ts';

let network: Network;
let organization: Organization;
let owner: Person;
let importing: RpcClient<typeof ImportingServiceService> & { close(): void };
const folders: string[] = [];

beforeAll(async () => {
  network = await Network.start({ env: { PARLEY_MAIL_DIR: mailbox.folder } });
  organization = await Organization.create(network);
  ({ owner } = organization);
  const [replica] = network.of('importing');
  importing = createRpcClient(ImportingServiceService, {
    addresses: [`127.0.0.1:${replica!.ports.rpc}`],
    secret: replica!.env.PARLEY_RPC_SECRET!,
  });
});

afterAll(async () => {
  importing?.close();
  await network?.stop();
  mailbox.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Writes an archive of the form into a folder. */
function archiveOf(
  records: readonly ArchiveRecord[],
  files: Readonly<Record<string, string | Buffer>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-archive-test-'));
  folders.push(folder);
  const writer = new FormWriter();
  const facts = { created: 1_700_000_000, source: 'https://old.example', program: 'test' };
  const entries = [...records.flatMap((record) => writer.add(record)), ...writer.finish(facts)];
  for (const { path, bytes } of [
    ...entries,
    ...Object.entries(files).map(([path, bytes]) => ({ path, bytes })),
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

const call = () => backgroundCall({ timeoutMs: 30_000 });

async function run(
  path: string,
  options: { dryRun?: boolean; mergePeople?: boolean; from?: string } = {},
): Promise<Import> {
  const { importId } = await importing.startImport(
    { path, from: '', into: '', dryRun: false, uploadUrl: '', ...options },
    call(),
  );
  return ended(importId);
}

async function ended(importId: number): Promise<Import> {
  return until('the import has ended', async () => {
    const { import: found } = await importing.getImport({ importId }, call());
    return ['waiting', 'running', 'undoing'].includes(found!.state) ? undefined : found;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: reports are compared as a whole
const reportOf = ({ reportJson }: Import): any => JSON.parse(reportJson.toString());

// biome-ignore lint/suspicious/noExplicitAny: messages of the API
const messagesOf = async (person: Person, narrow: object[] = []): Promise<any[]> => {
  const body = await person.api.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow,
    allow_empty_topic_name: true,
    apply_markdown: false,
  });
  return body.messages as unknown[];
};

// biome-ignore lint/suspicious/noExplicitAny: a user of the API
const userNamed = async (name: string): Promise<any> => {
  const { members } = await owner.api.get('/users');
  return (members as { full_name: string }[]).find(({ full_name }) => full_name === name);
};

const mailbox = new Mailbox();

const password = 'correct horse battery';
const keyOf = (username: string) => network.client().post('/fetch_api_key', { username, password });

/** Fills in the form of a page, and sends it. */
async function submit(page: string, values: Readonly<Record<string, string>>): Promise<void> {
  const html = await (await fetch(page)).text();
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ?${name}="([^"]*)"`).exec(input)?.[1];
    fields.set(attribute('name')!, attribute('value') ?? '');
  }
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  const answer = await fetch(page, { method: 'POST', body: fields, redirect: 'manual' });
  expect(answer.status).toBeLessThan(400);
}

describe('an import into a living organization', () => {
  let path: string;
  let done: Import;
  let sent: number;

  it('is announced by a dry run, which changes nothing', async () => {
    path = archiveOf(small, { 'files/plan.txt': 'a plan', 'files/hammer.png': hammer });
    sent = (await owner.api.post('/messages', { type: 'direct', to: [owner.userId], content: 'before' }))
      .id as number;
    const planned = await run(path, { dryRun: true });
    expect(planned).toMatchObject({ state: 'done', error: '' });
    expect(reportOf(planned).counts).toMatchObject({
      people: { read: 4, imported: 4, merged: 0, left_out: 0 },
      bots: { read: 1, imported: 1 },
      channels: { read: 2, imported: 2 },
      direct_conversations: { read: 1, imported: 1, merged: 0 },
      topics: { read: 2, imported: 2 },
      messages: { read: 5, imported: 5 },
      reactions: { read: 1, imported: 1 },
      pins: { read: 2, imported: 1, merged: 0, left_out: 1 },
      files: { read: 1, imported: 1 },
    });
    const { members } = await owner.api.get('/users');
    expect(members).toHaveLength(1);
  });

  it('brings people, channels and messages, sorted by time below those that were sent', async () => {
    done = await run(path);
    expect(done).toMatchObject({ state: 'done', error: '' });
    const report = reportOf(done);
    expect(report).toMatchObject({ import_id: done.importId, dry_run: false, source: 'parley' });
    expect(report.counts).toMatchObject({
      people: { read: 4, imported: 4, merged: 0, left_out: 0 },
      messages: { read: 5, imported: 5, merged: 0, left_out: 0 },
      reactions: { read: 1, imported: 1, merged: 0, left_out: 0 },
      pins: { read: 2, imported: 1, merged: 0, left_out: 1 },
      files: { read: 1, imported: 1, merged: 0, left_out: 0 },
    });
    expect(report.findings).toContainEqual(expect.objectContaining({ kind: 'direct-pin', count: 1 }));
    const found = await messagesOf(owner, [{ operator: 'channel', operand: 'building' }]);
    expect(found.map(({ timestamp, sender_full_name }) => [timestamp, sender_full_name])).toEqual([
      [at, 'Ada'],
      [at, 'Robot'],
      [at + 60, 'Bert'],
    ]);
    expect(found.map(({ id }) => id)).toEqual([at * 1_000, at * 1_000 + 250, at * 1_000 + 60_000]);
    expect(found.every(({ id }) => id < sent)).toBe(true);
    expect(found[0].content).toMatch(
      /^See \[the answer\]\(\/#narrow\/channel\/\d+\/topic\/walls\/near\/\d+\) and \[plan\.txt\]\(\/user_uploads\//,
    );
    expect(found[0].reactions).toMatchObject([{ emoji_name: 'tada' }]);
    expect(found[1].content).toMatch(/^@\*\*Bert\|\d+\*\* \*\*done\*\*$/);
    expect(found[1].edit_history).toMatchObject([{ timestamp: at + 60, prev_content: 'not yet' }]);
    expect(found[0].flags).toContain('read');
    const { user_id: bert } = await userNamed('Bert');
    const { pins } = await owner.api.get(`/streams/${found[0].stream_id}/pins`);
    expect(pins).toEqual([{ message_id: found[0].id, topic: 'walls', user_id: bert, pinned_at: at + 7 }]);
    const { status } = await owner.api.get(`/users/${(await userNamed('Ada')).user_id}/status`);
    expect(status).toMatchObject({ status_text: 'at the wall', emoji_name: 'tada' });
    const file = /\((\/user_uploads\/[^)]+)\)/.exec(found[0].content)![1]!;
    const { email, apiKey } = owner;
    const answer = await fetch(network.gatewayUrl() + file, {
      headers: { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` },
    });
    expect(await answer.text()).toBe('a plan');
  });

  it('is found by its words, soon after the import', async () => {
    const search = (operand: string) =>
      messagesOf(owner, [
        { operator: 'channel', operand: 'building' },
        { operator: 'search', operand },
      ]);
    await until(
      'the index has the messages',
      async () => (await search('the answer')).length > 0 || undefined,
    );
    expect((await search('the answer')).map(({ id }) => id)).toContain(at * 1_000);
    expect((await search('done walls')).map(({ id }) => id)).toEqual([at * 1_000 + 250]);
  });

  it('leaves its people as stubs, deactivated ones deactivated, and shows private channels to nobody else', async () => {
    const { members } = await owner.api.get('/users');
    // biome-ignore lint/suspicious/noExplicitAny: users of the API
    const byName = Object.fromEntries((members as any[]).map((user) => [user.full_name, user]));
    expect(byName.Ada).toMatchObject({ is_imported_stub: true, is_active: true, role: 200 });
    expect(byName.Bert).toMatchObject({ is_active: false });
    expect(byName.Robot).toMatchObject({ is_bot: true });
    const { streams } = await owner.api.get('/streams');
    expect((streams as { name: string }[]).map(({ name }) => name)).toContain('building');
    expect(await messagesOf(owner, [{ operator: 'search', operand: 'psst' }])).toEqual([]);
  });

  it('changes nothing when it is repeated', async () => {
    const again = await run(path);
    expect(again.importId).toBe(done.importId);
    expect(reportOf(again)).toEqual(reportOf(done));
    for (const other of [{ mergePeople: true }, { mergePeople: false }, { from: 'slack' }])
      await expect(run(path, other)).rejects.toThrow(
        `The archive is import ${done.importId} already, with other options.`,
      );
    expect((await run(path, { from: 'parley' })).importId).toBe(done.importId);
    const copy = await run(
      archiveOf(
        [
          ...small.map((each) =>
            each.kind === 'person' && each.key === 'u1' ? { ...each, email: 'other@old.example' } : each,
          ),
          {
            kind: 'message',
            key: 'm9',
            place: { channel: 'c1', topic: 'walls' },
            sender: 'u1',
            time: at + 90,
            content: 'later',
          },
        ],
        { 'files/plan.txt': 'a plan', 'files/hammer.png': hammer },
      ),
    );
    expect(reportOf(copy).findings).toContainEqual(
      expect.objectContaining({
        kind: 'other-address',
        count: 1,
        example: expect.stringContaining('another server'),
      }),
    );
    expect(reportOf(copy).counts).toMatchObject({
      people: { read: 4, imported: 0, merged: 4 },
      topics: { read: 2, imported: 0, merged: 2 },
      direct_conversations: { read: 1, imported: 0, merged: 1 },
      messages: { read: 6, imported: 1, merged: 5 },
      pins: { read: 2, imported: 0, merged: 1, left_out: 1 },
      files: { imported: 0, merged: 1 },
    });
    expect(await messagesOf(owner, [{ operator: 'channel', operand: 'building' }])).toHaveLength(4);
    await importing.undoImport({ importId: copy.importId }, call());
    expect(await ended(copy.importId)).toMatchObject({ state: 'undone' });
    expect(await messagesOf(owner, [{ operator: 'channel', operand: 'building' }])).toHaveLength(3);
  });

  it('finds the new ID of an old message', async () => {
    const { messageId } = await importing.findImportedMessage({ sourceId: 'p100' }, call());
    expect(messageId).toBe(at * 1_000);
    const answer = await owner.api.get(`/imports/messages/${encodeURIComponent('p100')}`);
    expect(answer.message_id).toBe(at * 1_000);
  });

  it('comes whole when its removal was stopped and it is imported again', async () => {
    const database = new pg.Client({ connectionString: network.database.adminUrl });
    await database.connect();
    try {
      // The removal waits for the files when the messages are gone.
      await database.query('begin; lock table upload.attachments in exclusive mode');
      await importing.undoImport({ importId: done.importId }, call());
      await until(
        'the messages are gone',
        async () =>
          (await messagesOf(owner, [{ operator: 'channel', operand: 'building' }])).length === 0 || undefined,
      );
      const other = new pg.Client({ connectionString: network.database.adminUrl });
      await other.connect();
      await other.query(`update importing.imports set state = 'stopped' where import_id = $1`, [
        done.importId,
      ]);
      await other.end();
      // The worker learns of it when it extends its time.
      await until('the removal has stopped', async () => {
        const { import: found } = await importing.getImport({ importId: done.importId }, call());
        return found!.error === '' ? undefined : found;
      });
    } finally {
      await database.query('rollback');
      await database.end();
    }
    const before = reportOf(done);
    const again = await run(path);
    expect(again).toMatchObject({ importId: done.importId, state: 'done' });
    expect(reportOf(again).counts).toEqual(before.counts);
    expect(await messagesOf(owner, [{ operator: 'channel', operand: 'building' }])).toHaveLength(3);
  });

  it('is removed whole, and what was sent keeps its place', async () => {
    await importing.undoImport({ importId: done.importId }, call());
    expect(await ended(done.importId)).toMatchObject({ state: 'undone', error: '' });
    expect((await messagesOf(owner)).map(({ id }) => id)).toEqual([sent]);
    const { members } = await owner.api.get('/users');
    expect((members as { user_id: number }[]).map(({ user_id }) => user_id)).toEqual([owner.userId]);
    const { streams } = await owner.api.get('/streams', { exclude_archived: false });
    expect((streams as { name: string }[]).map(({ name }) => name)).not.toContain('building');
    expect(await organization.owner.api.get('/user_groups')).toMatchObject({
      user_groups: expect.not.arrayContaining([expect.objectContaining({ name: 'builders' })]),
    });
  });
});

describe('a person of an import', () => {
  const people: ArchiveRecord[] = [
    { kind: 'organization', name: 'Older', urls: ['https://older.example'] },
    { kind: 'person', key: 'v1', name: 'Cleo', email: 'Cleo@test.example', role: 'moderator' },
    { kind: 'person', key: 'v2', name: 'Dan', email: 'dan@test.example', role: 'guest' },
    { kind: 'person', key: 'v3', name: 'The Owner', email: 'owner@test.example', role: 'member' },
    { kind: 'person', key: 'v4', name: 'Eve', email: 'eve@elsewhere.example' },
    { kind: 'person', key: 'v5', name: 'Fay', email: 'FAY@elsewhere.example' },
    { kind: 'channel', key: 'k1', name: 'attic', privacy: 'private' },
    { kind: 'subscription', channel: 'k1', person: 'v1' },
    {
      kind: 'message',
      key: 'n1',
      place: { channel: 'k1', topic: 'boxes' },
      sender: 'v1',
      time: at,
      content: 'mine',
    },
  ];
  let imported: Import;

  it('is merged with the account of the owner, and gets no mail', async () => {
    const before = (await mailbox.all()).length;
    imported = await run(archiveOf(people));
    expect(reportOf(imported).counts.people).toMatchObject({ read: 5, imported: 4, merged: 1 });
    expect((await userNamed('Owner')).role).toBe(100);
    expect(await mailbox.all()).toHaveLength(before);
  });

  it('is claimed by an invitation to the address, keeps the role, and reads what they could read', async () => {
    const stub = await userNamed('Cleo');
    expect(stub).toMatchObject({ is_imported_stub: true, role: 300 });
    await owner.api.post('/invites', { invitee_emails: 'cleo@test.example', stream_ids: [] });
    const { link } = await mailbox.waitFor('cleo@test.example', '');
    await submit(link, { full_name: 'Cleo', password });
    const key = await keyOf('cleo@test.example');
    expect(key.user_id).toBe(stub.user_id);
    const identity = { userId: stub.user_id, email: 'cleo@test.example', apiKey: key.api_key as string };
    const cleo = new Person(identity, network.client(identity));
    expect(await userNamed('Cleo')).toMatchObject({ is_imported_stub: false, role: 300 });
    expect((await messagesOf(cleo)).map(({ content }) => content)).toContain('mine');
  });

  it('is claimed by an open registration with the address, and keeps the messages', async () => {
    const stub = await userNamed('Fay');
    await owner.api.patch('/realm', { invite_required: false });
    await submit(`${network.gatewayUrl()}/register`, { email: 'fay@elsewhere.example' });
    const { link } = await mailbox.waitFor('fay@elsewhere.example', 'Confirm your address');
    await submit(link, { full_name: 'Fay', password });
    const key = await keyOf('fay@elsewhere.example');
    expect(key.user_id).toBe(stub.user_id);
    expect(await userNamed('Fay')).toMatchObject({ is_imported_stub: false, role: 400 });
    await owner.api.patch('/realm', { invite_required: true });
  });

  it('is claimed by an account that an administrator creates', async () => {
    await owner.api.post('/users', { email: 'dan@test.example', password, full_name: 'Dan' });
    const key = await keyOf('dan@test.example');
    expect(await userNamed('Dan')).toMatchObject({
      user_id: key.user_id,
      is_imported_stub: false,
      role: 600,
    });
  });

  it('stays when the import is removed, if they have signed in', async () => {
    await importing.undoImport({ importId: imported.importId }, call());
    expect(await ended(imported.importId)).toMatchObject({ state: 'undone', error: '' });
    expect(await userNamed('Cleo')).toMatchObject({ is_active: true });
    expect(await userNamed('Dan')).toMatchObject({ is_active: true });
    expect(await userNamed('Eve')).toBeUndefined();
  });
});

describe('an import that is killed', () => {
  const count = 6_000;
  const many: ArchiveRecord[] = [
    { kind: 'organization', name: 'Many', urls: ['https://many.example'] },
    ...Array.from(
      { length: 20 },
      (_, at): ArchiveRecord => ({ kind: 'person', key: `w${at}`, name: `Worker ${at}` }),
    ),
    { kind: 'channel', key: 'q1', name: 'queue', privacy: 'public' },
    { kind: 'file', key: 'f1', name: 'there.txt', path: 'files/there.txt' },
    { kind: 'file', key: 'f2', name: 'gone.txt' },
    ...Array.from(
      { length: count },
      (_, number): ArchiveRecord => ({
        kind: 'message',
        key: `x${number}`,
        place: { channel: 'q1', topic: `topic ${number % 7}` },
        sender: `w${number % 20}`,
        // Several messages in each second, and some in the same millisecond.
        time: at + Math.floor(number / 5) + (number % 3) / 10,
        content:
          number % 50 === 0
            ? ['see ', { ref: 'message', key: `x${(number + 700) % count}` }]
            : number % 50 === 1
              ? ['see ', { ref: 'file', key: `f${1 + (number % 3)}` }]
              : `message ${number}`,
        reactions:
          number % 10 === 0 ? [{ person: 'w1', emoji: number % 100 === 0 ? 'nothing' : 'tada' }] : [],
      }),
    ).sort((one, other) => (one.kind === 'message' && other.kind === 'message' ? one.time - other.time : 0)),
  ];

  it('goes on wherever it was interrupted, loses nothing, repeats nothing, and reports the same', async () => {
    const path = archiveOf(many, { 'files/there.txt': 'there' });
    const planned = reportOf(await run(path, { dryRun: true }));
    const { importId } = await importing.startImport(
      { path, from: '', into: '', dryRun: false, uploadUrl: '' },
      call(),
    );
    for (const service of [
      'importing',
      'messaging',
      'importing',
      'channel',
      'importing',
      'user-admin',
    ] as const) {
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 500));
      const [replica] = network.of(service);
      await network.stopReplica(replica!);
      await network.startReplica(replica!);
    }
    const done = await ended(importId);
    expect(done).toMatchObject({ state: 'done', error: '' });
    expect(reportOf(done).counts).toMatchObject({
      people: { read: 20, imported: 20, merged: 0 },
      channels: { read: 1, imported: 1 },
      topics: { read: 7 },
      messages: { read: count, imported: count, merged: 0, left_out: 0 },
      files: { read: 2, imported: 1, left_out: 1 },
      reactions: { read: count / 10, imported: count / 10 - count / 100, left_out: count / 100 },
    });
    const { counts, findings } = reportOf(done);
    expect({ counts, findings }).toEqual({ counts: planned.counts, findings: planned.findings });
    expect((findings as { kind: string; count: number }[]).map(({ kind, count }) => [kind, count])).toEqual([
      ['missing-attachment', count / 150],
      ['missing-file', 1],
      ['no-address', 20],
      ['unknown-emoji', count / 100],
    ]);
    const found: { id: number; timestamp: number }[] = [];
    for (let anchor: string | number = 'oldest'; ; ) {
      const page = await owner.api.get('/messages', {
        anchor,
        include_anchor: anchor === 'oldest',
        num_before: 0,
        num_after: 1_000,
        narrow: [{ operator: 'channel', operand: 'queue' }],
      });
      found.push(...(page.messages as { id: number; timestamp: number }[]));
      if (page.found_newest) break;
      anchor = found.at(-1)!.id;
    }
    expect(found).toHaveLength(count);
    expect(new Set(found.map(({ id }) => id)).size).toBe(count);
    expect(found.map(({ timestamp }) => timestamp)).toEqual(
      found.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b),
    );
  });

  it('is removed when that is asked at once after it was stopped, while a batch is under way', async () => {
    const path = archiveOf(
      many.map((record) => {
        if (record.kind === 'organization') return { ...record, urls: ['https://halves.example'] };
        return record.kind === 'channel' ? { ...record, name: 'halves' } : record;
      }),
      { 'files/there.txt': 'there' },
    );
    const { importId } = await importing.startImport(
      { path, from: '', into: '', dryRun: false, uploadUrl: '' },
      call(),
    );
    await until('it has begun with messages', async () => {
      const { import: found } = await importing.getImport({ importId }, call());
      return found!.state === 'running' && found!.phase === 'message' ? true : undefined;
    });
    await importing.stopImport({ importId }, call());
    await importing.undoImport({ importId }, call());
    expect(await ended(importId)).toMatchObject({ state: 'undone', error: '' });
    await expect(owner.api.get('/get_stream_id', { stream: 'halves' })).rejects.toMatchObject({
      status: 400,
    });
  });
});

it('an export of Slack is recognised and read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-slack-test-'));
  folders.push(folder);
  const files: Record<string, unknown> = {
    'users.json': [
      { id: 'U1', team_id: 'T1', name: 'gil', profile: { real_name: 'Gil', email: 'gil@slack.example' } },
      { id: 'U2', team_id: 'T1', name: 'hal', profile: { real_name: 'Hal', email: 'hal@slack.example' } },
    ],
    'channels.json': [{ id: 'C1', name: 'lounge', created: at, creator: 'U1', members: ['U1', 'U2'] }],
    'lounge/2024-05-01.json': [
      { type: 'message', user: 'U1', ts: `${at}.000100`, text: 'hello <@U2>, *bold*' },
      {
        type: 'message',
        user: 'U2',
        ts: `${at + 1}.000200`,
        text: 'hi',
        reactions: [{ name: 'tada', users: ['U1'], count: 1 }],
      },
    ],
  };
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(value));
  }
  const done = await run(folder);
  expect(done).toMatchObject({ state: 'done', error: '', source: 'slack' });
  expect(reportOf(done).counts).toMatchObject({
    people: { read: 2, imported: 2 },
    channels: { read: 1, imported: 1 },
    messages: { read: 2, imported: 2 },
    reactions: { read: 1, imported: 1 },
  });
  const found = await messagesOf(owner, [{ operator: 'channel', operand: 'lounge' }]);
  expect(found.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^hello @\*\*Hal\|\d+\*\*, \*\*bold\*\*$/),
    'hi',
  ]);
  // The old address leads to the message, whoever asks: the client shows it to those who may read it.
  const follow = (path: string, host?: string) =>
    fetch(network.gatewayUrl() + path, { redirect: 'manual', headers: host === undefined ? {} : { host } });
  const led = await follow(`/archives/C1/p${at}000100?thread_ts=1`);
  expect([led.status, led.headers.get('location')]).toEqual([303, `/#narrow/with/${found[0].id}`]);
  const nowhere = await follow('/archives/C1/p1700000000000100');
  expect([nowhere.status, await nowhere.text()]).toEqual([404, expect.stringContaining('not here')]);
  for (const path of ['/acme/pl/4yk5gmx1x3bfjegmg7fmijqkoo', '/channel/lounge?msg=aBcDeFgHiJkLmNoPq'])
    expect([path, (await follow(path)).status]).toEqual([path, 404]);
});
