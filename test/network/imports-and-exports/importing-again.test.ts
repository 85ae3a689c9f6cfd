import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ArchiveRecord, FormWriter } from '@parley/archive';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient, type RpcClient } from '@parley/rpc';
import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// What an import into a living organization brings besides messages, and what becomes of it when it is repeated.

const folder = mkdtempSync(join(tmpdir(), 'parley-again-'));
const token = 'a-token-of-the-identity-provider';
const at = Date.UTC(2024, 4, 1, 12) / 1_000;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let network: Network;
let organization: Organization;
let owner: Person;
let importing: RpcClient<typeof ImportingServiceService> & { close(): void };

beforeAll(async () => {
  const file = join(folder, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ scim: { token, maxDeactivatedShare: 1 } }));
  network = await Network.start({ env: { PARLEY_SIGN_IN_FILE: file } });
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
  rmSync(folder, { recursive: true, force: true });
});

const call = () => backgroundCall({ timeoutMs: 30_000 });

let archives = 0;

/** Imports records. Returns the report. */
async function imported(
  records: readonly ArchiveRecord[],
  dryRun = false,
  mergePeople?: boolean,
  // biome-ignore lint/suspicious/noExplicitAny: a report is compared as a whole
): Promise<any> {
  const root = join(folder, `archive-${++archives}`);
  const writer = new FormWriter();
  const facts = { created: at, source: 'https://old.example', program: 'test' };
  const files = [
    ...records.flatMap((record) => writer.add(record)),
    ...writer.finish(facts),
    { path: 'files/own.png', bytes: picture },
    { path: 'files/all.txt', bytes: Buffer.from('for all') },
  ];
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  const request = { path: root, from: '', into: '', dryRun, uploadUrl: '', mergePeople };
  const { importId } = await importing.startImport(request, call());
  const done = await until('the import has ended', async () => {
    const { import: found } = await importing.getImport({ importId }, call());
    return ['waiting', 'running'].includes(found!.state) ? undefined : found;
  });
  expect(done).toMatchObject({ state: 'done', error: '' });
  return JSON.parse(done.reportJson.toString());
}

const records: ArchiveRecord[] = [
  {
    kind: 'organization',
    name: 'Old',
    urls: ['https://old.example'],
    settings: { waiting_period_threshold: 7, authentication_methods: { Email: false } },
    linkifiers: [{ pattern: 'T(?P<id>[0-9]+)', url: 'https://tasks.example/{id}' }],
    profileFields: [{ name: 'Mentor', type: 'people' }],
  },
  {
    kind: 'person',
    key: 'u1',
    name: 'Ada',
    email: 'ada@old.example',
    profile: { Desk: 'window', Mentor: ['u2'] },
  },
  { kind: 'person', key: 'u2', name: 'Bert', email: 'bert@old.example', mutedPeople: ['u1'] },
  { kind: 'person', key: 'u3', name: 'Cleo', email: 'cleo@old.example', role: 'moderator' },
  { kind: 'file', key: 'own.png', name: 'own.png', path: 'files/own.png', use: 'emoji' },
  { kind: 'file', key: 'all', name: '@**all**.txt', path: 'files/all.txt', owner: 'u1' },
  { kind: 'emoji', name: 'alias-of-alias', aliasOf: 'own-alias' },
  { kind: 'emoji', name: 'own-alias', aliasOf: 'own' },
  { kind: 'emoji', name: 'own', file: 'own.png' },
  { kind: 'emoji', name: 'yes', aliasOf: 'thumbs_up' },
  { kind: 'channel', key: 'c1', name: 'lounge', privacy: 'public' },
  { kind: 'subscription', channel: 'c1', person: 'u1' },
  { kind: 'subscription', channel: 'c1', person: 'u2' },
  {
    kind: 'message',
    key: 'm1',
    place: { channel: 'c1', topic: 'tea' },
    sender: 'u1',
    time: at,
    content: [
      'hello :yes: `:yes:` ',
      { ref: 'file', key: 'all', label: '@**all**.txt' },
      ' ',
      { ref: 'file', key: 'gone', label: '@**all**' },
    ],
    reactions: [
      { person: 'u2', emoji: 'yes' },
      { person: 'u2', emoji: 'alias-of-alias' },
    ],
  },
  {
    kind: 'message',
    key: 'm2',
    place: { channel: 'c1', topic: 'tea' },
    sender: 'u2',
    time: at + 1,
    content: 'yes',
  },
  {
    kind: 'message',
    key: 'm3',
    place: { people: ['u1', 'u2'] },
    sender: 'u2',
    time: at + 2,
    content: 'psst',
  },
  { kind: 'unread', person: 'u1', messages: ['m2', 'm3', 'unknown'] },
];

// biome-ignore lint/suspicious/noExplicitAny: objects of the API
const userNamed = async (name: string): Promise<any> => {
  const { members } = await owner.api.get('/users', { include_custom_profile_fields: true });
  return (members as { full_name: string }[]).find(({ full_name }) => full_name === name);
};

const messagesIn = async (channel: string) =>
  (
    await owner.api.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: channel }],
      apply_markdown: false,
    })
  ).messages as Body[];
const inLounge = () => messagesIn('lounge');

const kindsOf = (report: { findings: { kind: string }[] }): string[] =>
  report.findings.map(({ kind }) => kind);

it('brings profiles, names of emoji and unread messages, and leaves the settings of a living organization alone', async () => {
  await (owner as Person).api.post('/users', {
    email: 'mo@test.example',
    password: 'correct horse battery',
    full_name: 'Mo',
  });
  const planned = await imported(records, true);
  expect(kindsOf(planned)).toEqual(expect.arrayContaining(['kept-settings', 'profile-field', 'emoji-alias']));
  const report = await imported(records);
  const { counts, findings } = report;
  expect(counts.emoji).toEqual({ read: 4, imported: 3, merged: 1, left_out: 0 });
  expect([counts, findings]).toEqual([planned.counts, planned.findings]);
  expect(findings.filter(({ kind }: Body) => kind.startsWith('setting-') || kind === 'linkifier')).toEqual(
    [],
  );
  const { realm_waiting_period_threshold, realm_linkifiers, realm_emoji } = await owner.api.post(
    '/register',
    {
      fetch_event_types: ['realm', 'realm_linkifiers', 'realm_emoji'],
    },
  );
  expect(realm_waiting_period_threshold).toBe(0);
  expect(realm_linkifiers).toEqual([]);
  const emoji = Object.values(realm_emoji as Record<string, Body>);
  expect(new Set(emoji.map(({ source_url }) => source_url)).size).toBe(1);
  expect(emoji.map(({ name }) => name).sort()).toEqual(['alias-of-alias', 'own', 'own-alias']);

  const [ada, bert] = [await userNamed('Ada'), await userNamed('Bert')];
  const { custom_fields } = await owner.api.get('/realm/profile_fields');
  const byName = Object.fromEntries(
    (custom_fields as Body[]).map(({ name, id }) => [name, ada.profile_data[id]?.value]),
  );
  expect(byName).toEqual({ Desk: 'window', Mentor: `[${bert.user_id}]` });

  const [first] = await inLounge();
  expect(first!.content).toMatch(
    /^hello :thumbs_up: `:yes:` \[@\u2060\*\*all\*\*\.txt\]\(\/user_uploads\/\S+\) @\u2060\*\*all\*\*$/,
  );
  expect(first!.flags).not.toContain('stream_wildcard_mentioned');
  expect((first!.reactions as Body[]).map(({ emoji_name }) => emoji_name).sort()).toEqual([
    'alias-of-alias',
    'thumbs_up',
  ]);

  // Whoever signs in finds what they had not read.
  await network.asOperator((userAdmin, each) =>
    userAdmin.setPassword({ email: 'ada@old.example', password: 'correct horse battery' }, each),
  );
  const key = await network
    .client()
    .post('/fetch_api_key', { username: 'ada@old.example', password: 'correct horse battery' });
  const client = network.client({ email: 'ada@old.example', apiKey: key.api_key as string });
  const { unread_msgs: unread } = await client.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  expect((unread as Body).count).toBe(2);
  expect((unread as Body).streams).toMatchObject([
    { topic: 'tea', unread_message_ids: [at * 1_000 + 1_000] },
  ]);
  const { muted_users: muted } = await client.post('/register', { fetch_event_types: ['muted_users'] });
  expect(muted).toEqual([]);
});

it('does not mark again what people have read when it is repeated', async () => {
  const key = await network
    .client()
    .post('/fetch_api_key', { username: 'ada@old.example', password: 'correct horse battery' });
  const client = network.client({ email: 'ada@old.example', apiKey: key.api_key as string });
  await client.post('/mark_all_as_read');
  const later: ArchiveRecord = {
    ...(records.at(-3) as ArchiveRecord & { kind: 'message' }),
    key: 'm4',
    content: 'later',
    time: at + 5,
  };
  // The picture of an emoji that is here is not needed again.
  const more = [...records.slice(0, -1), later, records.at(-1)!].map((each) =>
    each.kind === 'file' && each.key === 'own.png' ? { ...each, path: 'files/lost.png' } : each,
  );
  const planned = await imported(more, true);
  const report = await imported(more);
  expect(report.counts.messages).toMatchObject({ imported: 1, merged: 3 });
  expect(report.counts.files).toEqual({ read: 1, imported: 0, merged: 1, left_out: 0 });
  expect([report.counts, report.findings]).toEqual([planned.counts, planned.findings]);
  const { unread_msgs: unread } = await client.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  expect((unread as Body).count).toBe(0);
});

it('gives an imported account to the person whom an identity provider creates with its address', async () => {
  const stub = await userNamed('Cleo');
  const create = (email: string) =>
    fetch(`${network.gatewayUrl()}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: email,
        name: { formatted: 'Cleo of Sales' },
        emails: [{ value: email, primary: true }],
        active: true,
      }),
    });
  const answer = await create('Cleo@old.example');
  expect(answer.status).toBe(201);
  expect(((await answer.json()) as { id: string }).id).toBe(String(stub.user_id));
  expect(await userNamed('Cleo of Sales')).toMatchObject({
    user_id: stub.user_id,
    role: 300,
    is_active: true,
  });
  // An account that somebody has is still nobody else's.
  expect((await create('ada@old.example')).status).toBe(409);
});

it('does not bring back a person who was erased, nor messages that were deleted with them', async () => {
  const bert = await userNamed('Bert');
  await network.asOperator((userAdmin, each) =>
    userAdmin.eraseUser({ userId: bert.user_id, deletesMessages: true }, each),
  );
  await until('the messages are deleted', async () => {
    const found = await inLounge();
    return found.every(({ sender_id }) => sender_id !== bert.user_id) || undefined;
  });
  const before = ((await owner.api.get('/users')).members as Body[]).length;
  const more: ArchiveRecord = {
    kind: 'message',
    key: 'm5',
    place: { channel: 'c1', topic: 'tea' },
    sender: 'u1',
    time: at + 9,
    content: 'more',
  };
  const report = await imported([...records.slice(0, -1), more]);
  expect(kindsOf(report)).toContain('erased-person');
  expect(report.counts.messages).toMatchObject({ read: 4, imported: 1, left_out: 2 });
  expect((await owner.api.get('/users')).members).toHaveLength(before);
  expect(await userNamed('Bert')).toBeUndefined();
  expect((await inLounge()).map(({ content }) => content)).not.toContain('yes');
});

it('is in the audit log once for each step, however often a worker repeats it', async () => {
  const request = { importId: 99, step: 'started', archiveName: 'twice.zip', requestedBy: 0 };
  await network.asOperator(async (userAdmin, each) => {
    await userAdmin.recordImport(request, each);
    await userAdmin.recordImport(request, each);
    await userAdmin.recordImport({ ...request, step: 'ended' }, each);
  });
  const { entries } = await owner.api.get('/realm/audit_log', { limit: 100 });
  const own = (entries as { action: string; details: Body }[]).filter(
    ({ details }) => details.importId === 99,
  );
  expect(own.map(({ action }) => action).sort()).toEqual(['import.ended', 'import.started']);
});

it.each([
  // By default only where the address is verified, as it is for an owner who moves in.
  { mergePeople: undefined, merged: 1, taken: 1 },
  { mergePeople: true, merged: 2, taken: 0 },
  { mergePeople: false, merged: 0, taken: 2 },
])('merges people whose address somebody has as the administrator says: $mergePeople', async (given) => {
  const { mergePeople, merged, taken } = given;
  if ((await userNamed('alice')) === undefined) await organization.add('alice');
  const alice = await userNamed('alice');
  const third: ArchiveRecord[] = [
    { kind: 'organization', name: 'Third', urls: [`https://third-${String(mergePeople)}.example`] },
    { kind: 'person', key: 'w1', name: 'Old Alice', email: 'alice@test.example' },
    { kind: 'person', key: 'w2', name: 'Old Owner', email: 'owner@test.example' },
    { kind: 'channel', key: 'k2', name: 'cellar', privacy: 'public' },
    {
      kind: 'message',
      key: 'n2',
      place: { channel: 'k2', topic: 'wine' },
      sender: 'w1',
      time: at + 500,
      content: 'from below',
    },
  ];
  const planned = await imported(third, true, mergePeople);
  const done = await imported(third, false, mergePeople);
  for (const { counts, findings } of [planned, done]) {
    expect(counts.people).toMatchObject({ read: 2, merged, imported: 2 - merged });
    const found = findings.find(({ kind }: { kind: string }) => kind === 'address-taken');
    expect(found?.count ?? 0).toBe(taken);
  }
  // Who continues an import, or begins it after a dry run, must say the same.
  for (const { import_id } of [planned, done]) {
    const { import: shown } = await organization.owner.api.get(`/imports/${import_id}`);
    expect((shown as Body).merge_people).toBe(mergePeople ?? null);
  }
  // By its name, which a channel had that was removed since.
  const [message] = await messagesIn('cellar');
  expect(message?.sender_id === alice.user_id).toBe(mergePeople === true);
  await importing.undoImport({ importId: done.import_id }, call());
  await until('the import is removed', async () => {
    const { import: found } = await importing.getImport({ importId: done.import_id }, call());
    return found?.state === 'undone' || undefined;
  });
});

it('gives people of one name different ones where names must be unique, as the dry run says', async () => {
  await owner.api.patch('/realm', { require_unique_names: true });
  const sam = (key: string): ArchiveRecord => ({
    kind: 'person',
    key,
    name: 'Sam',
    email: `sam@${key}.example`,
  });
  // More than one batch of people lies between them.
  const people = Array.from({ length: 200 }, (_, number) => `y${number}`).map(
    (key): ArchiveRecord => ({ kind: 'person', key, name: `Filler ${key}` }),
  );
  const many: ArchiveRecord[] = [
    { kind: 'organization', name: 'Namesakes', urls: ['https://namesakes.example'] },
    sam('x1'),
    { ...sam('x0'), active: false, email: 'gone@x0.example' } as ArchiveRecord,
    sam('x2'),
    ...people,
    sam('x3'),
    { kind: 'person', key: 'x4', name: 'sam (2)', email: 'other@x4.example' },
  ];
  const planned = await imported(many, true);
  const done = await imported(many);
  await owner.api.patch('/realm', { require_unique_names: false });
  expect([done.counts, done.findings]).toEqual([planned.counts, planned.findings]);
  expect(done.findings).toContainEqual(expect.objectContaining({ kind: 'renamed-person', count: 4 }));
  const { members } = await owner.api.get('/users');
  const names = (members as { full_name: string }[])
    .map(({ full_name }) => full_name)
    .filter((name) => /^sam\b/i.test(name));
  expect(names.toSorted()).toEqual(['Sam', 'Sam (2)', 'Sam (gone)', 'Sam (sam)', 'sam (2) (other)']);
});
