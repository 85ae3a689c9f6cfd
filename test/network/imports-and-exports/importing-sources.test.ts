/** Archives of other products and the command, from the file to what people see. Their forms are tested in @parley/import-sources. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ArchiveRecord } from '@parley/archive';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient, type RpcClient } from '@parley/rpc';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importCommand } from '../../../services/importing/src/command.ts';
import { writeRecords } from './import-records.ts';

let network: Network;
let owner: Person;
let importing: RpcClient<typeof ImportingServiceService> & { close(): void };
const folders: string[] = [];
const at = Date.UTC(2024, 4, 1, 12) / 1_000;

beforeAll(async () => {
  network = await Network.start();
  ({ owner } = await Organization.create(network));
  const [replica] = network.of('importing');
  importing = createRpcClient(ImportingServiceService, {
    addresses: [`127.0.0.1:${replica!.ports.rpc}`],
    secret: replica!.env.PARLEY_RPC_SECRET!,
  });
});

afterAll(async () => {
  importing?.close();
  await network?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const call = () => backgroundCall({ timeoutMs: 30_000 });

/** Writes an archive of the form into a folder. */
function archiveOf(records: readonly ArchiveRecord[]): string {
  const path = mkdtempSync(join(tmpdir(), 'parley-form-test-'));
  folders.push(path);
  writeRecords(path, records);
  return path;
}

/** Imports an archive of these files, as the dry run announces it. Returns the report. */
// biome-ignore lint/suspicious/noExplicitAny: reports are JSON
async function imported(files: Readonly<Record<string, unknown>>): Promise<any> {
  const path = mkdtempSync(join(tmpdir(), 'parley-source-test-'));
  folders.push(path);
  for (const [name, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    const isRaw = typeof contents === 'string' || contents instanceof Uint8Array;
    writeFileSync(join(path, name), isRaw ? contents : JSON.stringify(contents));
  }
  const planned = await run(path, true);
  const report = await run(path, false);
  expect({ ...planned, import_id: 0, dry_run: false }).toEqual({ ...report, import_id: 0 });
  return report;
}

// biome-ignore lint/suspicious/noExplicitAny: reports are JSON
async function run(path: string, dryRun: boolean): Promise<any> {
  const { importId } = await importing.startImport(
    { path, from: '', into: '', dryRun, uploadUrl: '' },
    call(),
  );
  const done = await until('the import has ended', async () => {
    const { import: found } = await importing.getImport({ importId }, call());
    return ['waiting', 'running'].includes(found!.state) ? undefined : found;
  });
  expect(done).toMatchObject({ state: 'done', error: '' });
  return JSON.parse(done.reportJson.toString());
}

type Shown = {
  sender_full_name: string;
  subject: string;
  content: string;
  timestamp: number;
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  reactions: { emoji_name: string }[];
};

/** Returns the messages of a channel, with numbers of people and messages left out. */
async function channel(name: string): Promise<string[]> {
  await owner.api.post('/users/me/subscriptions', { subscriptions: [{ name }] });
  const { messages } = await owner.api.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: name }],
    allow_empty_topic_name: true,
    apply_markdown: false,
  });
  return (messages as Shown[])
    .filter(({ sender_full_name }) => sender_full_name !== 'Notification Bot')
    .map(({ sender_full_name, subject, content, reactions, ...times }) => {
      const changes = [
        ...(times.last_edit_timestamp === undefined ? [] : ['EDITED']),
        ...(times.last_moved_timestamp === undefined ? [] : ['MOVED']),
      ];
      const plain = content
        .replaceAll(/\|\d+\*\*/g, '**')
        .replaceAll(/\]\([^)]*\/near\/\d+\)/g, '](near)')
        .replaceAll(/>@\d+\*\*/g, '>@id**')
        .replaceAll(/\]\(\/user_uploads\/[^)]*\/([^/)]+)\)/g, '](upload $1)');
      const names = reactions.map(({ emoji_name }) => emoji_name);
      return [subject, sender_full_name, plain, ...names, ...changes].join(' | ');
    });
}

it('imports an export of Slack', async () => {
  const message = (ts: string, user: string, text: string, more: object = {}) => ({
    type: 'message',
    user,
    ts,
    text,
    ...more,
  });
  const report = await imported({
    'users.json': [
      { id: 'U1', name: 'ann', profile: { real_name: 'Ann Slack', email: 'ann@slack.example' } },
      {
        id: 'U2',
        name: 'ben',
        deleted: true,
        profile: { real_name: 'Ben Slack', email: 'ben@slack.example' },
      },
    ],
    'channels.json': [{ id: 'C1', name: 'from-slack', members: ['U1'] }],
    'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
    'from-slack/2020-09-13.json': [
      message('1600000000.000100', 'U1', '<@U1> has joined', { subtype: 'channel_join' }),
      message('1600000001.000100', 'U1', '*Shall* <@U2> see <#C1|from-slack>?', {
        thread_ts: '1600000001.000100',
        reactions: [{ name: 'thumbsup', users: ['U2'], count: 1 }],
      }),
      message('1600000002.000100', 'U2', 'yes', {
        thread_ts: '1600000001.000100',
        files: [{ id: 'F0001', name: '@**all**.txt', mimetype: 'text/plain' }],
      }),
    ],
    'D1/2020-09-13.json': [message('1600000003.000100', 'U2', 'psst')],
    '__uploads/F0001/a.txt': 'abc',
  });
  expect(report.counts).toMatchObject({
    people: { read: 2, imported: 2 },
    messages: { imported: 3, left_out: 1 },
    files: { imported: 1 },
    reactions: { imported: 1 },
    // A thread. The general chat is no topic of its own.
    topics: { read: 1, imported: 1 },
  });
  expect(await channel('from-slack')).toEqual([
    ' | Ann Slack | **Shall** @**Ben Slack** see #**from-slack**?\n\n→ #**from-slack>Shall @Ben Slack see #from-slack?** | +1',
    'Shall @Ben Slack see #from-slack? | Ben Slack | ↪ #**from-slack>@id**\n\nyes\n\n[@\u2060**all**.txt](upload all.txt)',
  ]);
});

it('imports a bulk file of Mattermost', async () => {
  const line = (type: string, value: unknown) => JSON.stringify({ type, [type]: value });
  const post = {
    team: 't',
    channel: 'from-mm',
    user: 'ann',
    message: '**Plan** for @ben',
    create_at: 1_600_000_001_000,
    edit_at: 1_600_000_009_000,
  };
  const report = await imported({
    'import.jsonl': [
      JSON.stringify({ type: 'version', version: 1 }),
      line('team', { name: 't', display_name: 'T' }),
      line('channel', { team: 't', name: 'from-mm', display_name: 'From Mattermost', type: 'O' }),
      line('user', {
        username: 'ann',
        email: 'ann@mm.example',
        first_name: 'Ann',
        last_name: 'Matter',
        teams: [{ name: 't', channels: [{ name: 'from-mm' }] }],
      }),
      line('user', { username: 'ben', email: 'ben@mm.example', first_name: 'Ben', last_name: 'Matter' }),
      line('post', {
        ...post,
        replies: [
          {
            user: 'ben',
            message: '- a\n- b',
            create_at: 1_600_000_002_000,
            attachments: [{ path: 'x/b.txt' }],
          },
        ],
      }),
      line('direct_post', {
        channel_members: ['ann', 'ben'],
        user: 'ben',
        message: 'direct',
        create_at: 1_600_000_003_000,
      }),
    ].join('\n'),
    'data/x/b.txt': 'abc',
  });
  expect(report.counts).toMatchObject({
    people: { imported: 2 },
    messages: { imported: 3, left_out: 0 },
    files: { imported: 1 },
  });
  expect(await channel('From Mattermost')).toEqual([
    ' | Ann Matter | **Plan** for @**Ben Matter**\n\n→ #**From Mattermost>Plan for @Ben Matter** | EDITED',
    'Plan for @Ben Matter | Ben Matter | ↪ #**From Mattermost>@id**\n\n- a\n- b\n\n[b.txt](upload b.txt)',
  ]);
});

it('imports an export of Zulip', async () => {
  const report = await imported({
    'export/realm.json': {
      zerver_realm: [{ id: 2, name: 'Old' }],
      zerver_userprofile: [
        { id: 110, full_name: 'Ann Zulip', delivery_email: 'ann@zulip.example', role: 400, is_active: true },
        { id: 111, full_name: 'Ben Zulip', delivery_email: 'ben@zulip.example', role: 600, is_active: true },
      ],
      zerver_stream: [{ id: 20, name: 'from-zulip', invite_only: false }],
      zerver_recipient: [{ id: 30, type: 2, type_id: 20 }],
      zerver_subscription: [{ id: 1, user_profile: 110, recipient: 30, active: true }],
      zerver_reaction: [
        {
          id: 1,
          user_profile: 111,
          message: 100,
          emoji_name: 'tada',
          emoji_code: '1f389',
          reaction_type: 'unicode_emoji',
        },
      ],
    },
    'export/messages-000001.json': {
      zerver_message: [
        {
          id: 100,
          sender: 110,
          recipient: 30,
          subject: 'plans',
          content: 'see @**Ben Zulip|111** #**from-zulip>plans** [c](/user_uploads/2/ab/c.txt)',
          date_sent: 1_600_000_001,
        },
        {
          id: 101,
          sender: 111,
          recipient: 30,
          subject: 'plans',
          content: '[said](/#narrow/channel/20-from-zulip/topic/plans/near/100)',
          date_sent: 1_600_000_002,
        },
      ],
      zerver_usermessage: [],
    },
    'export/attachment.json': {
      zerver_attachment: [{ id: 1, path_id: '2/ab/c.txt', file_name: 'c.txt', owner: 110 }],
    },
    'export/uploads/2/ab/c.txt': 'abc',
  });
  expect(report.counts).toMatchObject({
    people: { imported: 2 },
    messages: { imported: 2 },
    files: { imported: 1 },
    reactions: { imported: 1 },
  });
  expect(await channel('from-zulip')).toEqual([
    'plans | Ann Zulip | see @**Ben Zulip** #**from-zulip>plans** [c](upload c.txt) | tada',
    'plans | Ben Zulip | [said](near)',
  ]);
});

/** Writes the few types of BSON that the archive below has. */
function bson(value: Readonly<Record<string, unknown>>): Buffer {
  const int32 = (number: number) => Buffer.from(Int32Array.of(number).buffer);
  const element = (name: string, type: number, ...parts: Buffer[]) =>
    Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), ...parts]);
  const body = Object.entries(value).map(([name, each]) => {
    if (typeof each === 'string')
      return element(name, 2, int32(Buffer.byteLength(each) + 1), Buffer.from(`${each}\0`));
    if (typeof each === 'number') return element(name, 16, int32(each));
    if (each instanceof Date)
      return element(name, 9, Buffer.from(BigInt64Array.of(BigInt(each.getTime())).buffer));
    if (each instanceof Uint8Array)
      return element(name, 5, int32(each.length), Buffer.from([0]), Buffer.from(each));
    const isList = Array.isArray(each);
    return element(
      name,
      isList ? 4 : 3,
      bson(isList ? Object.fromEntries(each.entries()) : (each as Record<string, unknown>)),
    );
  });
  const bytes = Buffer.concat(body);
  return Buffer.concat([int32(bytes.length + 5), bytes, Buffer.from([0])]);
}
const collection = (...documents: Record<string, unknown>[]): Buffer => Buffer.concat(documents.map(bson));

it('imports a dump of Rocket.Chat', async () => {
  const ann = { _id: 'annannannannann01', username: 'ann' };
  const ben = { _id: 'benbenbenbenben02', username: 'ben' };
  const report = await imported({
    'rocketchat/users.bson': collection(
      { ...ann, name: 'Ann Rocket', emails: [{ address: 'ann@rocket.example' }], roles: ['user'] },
      { ...ben, name: 'Ben Rocket', emails: [{ address: 'ben@rocket.example' }], roles: ['user'] },
    ),
    'rocketchat/rocketchat_room.bson': collection({ _id: 'ROOM', t: 'c', name: 'from-rocket' }),
    'rocketchat/rocketchat_subscription.bson': collection({ _id: 's', rid: 'ROOM', u: ann }),
    'rocketchat/rocketchat_message.bson': collection(
      {
        _id: 'messagemessage002',
        rid: 'ROOM',
        u: ben,
        ts: new Date(1_600_000_002_000),
        msg: 'done',
        tmid: 'messagemessage001',
        files: [{ _id: 'uploaduploadupl01', name: 'd.txt' }],
      },
      {
        _id: 'messagemessage001',
        rid: 'ROOM',
        u: ann,
        ts: new Date(1_600_000_001_000),
        msg: '*Launch* @ben',
        tcount: 1,
        reactions: { ':rocket:': { usernames: ['ben'] } },
      },
    ),
    'rocketchat/rocketchat_uploads.bson': collection({
      _id: 'uploaduploadupl01',
      name: 'd.txt',
      type: 'text/plain',
      userId: ben._id,
    }),
    'rocketchat/rocketchat_uploads.files.bson': collection({
      _id: 'uploaduploadupl01',
      length: 6,
      chunkSize: 4,
    }),
    'rocketchat/rocketchat_uploads.chunks.bson': collection(
      { _id: 'c0', files_id: 'uploaduploadupl01', n: 0, data: Buffer.from('abcd') },
      { _id: 'c1', files_id: 'uploaduploadupl01', n: 1, data: Buffer.from('ef') },
    ),
  });
  expect(report.counts).toMatchObject({
    people: { imported: 2 },
    messages: { imported: 2 },
    files: { imported: 1 },
    reactions: { imported: 1 },
  });
  expect(await channel('from-rocket')).toEqual([
    ' | Ann Rocket | **Launch** @**Ben Rocket**\n\n→ #**from-rocket>Launch @Ben Rocket** | rocket',
    'Launch @Ben Rocket | Ben Rocket | ↪ #**from-rocket>@id**\n\ndone\n\n[d.txt](upload d.txt)',
  ]);
});

describe('parley import', () => {
  const records = (name: string, count = 1): ArchiveRecord[] => [
    { kind: 'organization', name, urls: [`https://${name}.example`] },
    { kind: 'person', key: 'p1', name: `Pat of ${name}`, email: `pat@${name}.example` },
    { kind: 'channel', key: 'c1', name: `channel of ${name}`, privacy: 'public' },
    ...Array.from(
      { length: count },
      (_, number): ArchiveRecord => ({
        kind: 'message',
        key: `x${number}`,
        place: { channel: 'c1', topic: 'news' },
        sender: 'p1',
        time: at + number,
        content: `message ${number}`,
      }),
    ),
  ];

  /** Runs the command. Returns its status, and what it printed on standard output. */
  async function command(...args: string[]): Promise<{ status: number; printed: string }> {
    const [replica] = network.of('importing');
    const env = {
      PARLEY_IMPORTING_RPC_PORT: String(replica!.ports.rpc),
      PARLEY_RPC_SECRET: replica!.env.PARLEY_RPC_SECRET,
    };
    let printed = '';
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
        printed += String(text);
        return true;
      }),
      vi.spyOn(process.stderr, 'write').mockReturnValue(true),
    ];
    try {
      return { status: await importCommand(args, env), printed };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  it('prints the same report for a dry run and the import, and removes it: status 0', async () => {
    const path = archiveOf(records('command'));
    const planned = await command(path, '--dry-run', '--json');
    const done = await command(path, '--json');
    expect([planned.status, done.status]).toEqual([0, 0]);
    const [before, report] = [JSON.parse(planned.printed), JSON.parse(done.printed)];
    expect({ ...before, import_id: 0, dry_run: false }).toEqual({ ...report, import_id: 0 });
    const count = { read: 1, imported: 1, merged: 0, left_out: 0 };
    expect(report).toMatchObject({
      import_id: expect.any(Number),
      counts: { people: count, channels: count, topics: count, messages: count },
    });
    for (const name of ['reactions', 'files', 'emoji'])
      expect(report.counts[name]).toEqual({ read: 0, imported: 0, merged: 0, left_out: 0 });
    expect(await command(path, '--json')).toEqual(done);
    const readable = await command(path, '--dry-run');
    expect(readable).toMatchObject({ status: 0, printed: expect.stringContaining('Nothing was changed.') });
    const removed = await command('--undo', String(report.import_id), '--json');
    expect(removed.status).toBe(0);
    expect(JSON.parse(removed.printed)).toEqual({ import_id: report.import_id, state: 'undone' });
  });

  it('changes nothing and says why: status 1', async () => {
    const path = archiveOf(records('refused'));
    for (const args of [
      [],
      [path, '--form', 'slack'],
      [path, '--from', 'irc'],
      [path, '--from', 'slack'],
      [path, '--from', 'teams'],
      [path, '--into', 'Second'],
      [join(path, 'missing.zip')],
      ['--undo', '999999'],
      ['--undo', 'x'],
    ]) {
      const { status, printed } = await command(...args, '--json');
      expect([args, status, JSON.parse(printed).state]).toEqual([args, 1, 'refused']);
    }
    await expect(owner.api.get('/get_stream_id', { stream: 'channel of refused' })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('goes on when it is run again after it was stopped: status 2', async () => {
    const path = archiveOf(records('stopped', 8_000));
    const running = command(path, '--json');
    const importId = await until('it has begun with messages', async () => {
      const { imports } = await importing.listImports({}, call());
      const found = imports.find(({ state, phase }) => state === 'running' && phase === 'message');
      return found?.importId;
    });
    await importing.stopImport({ importId }, call());
    const stopped = await running;
    expect(stopped.status).toBe(2);
    expect(JSON.parse(stopped.printed)).toMatchObject({ import_id: importId, state: 'stopped' });
    const done = await command(path, '--json');
    expect(done.status).toBe(0);
    expect(JSON.parse(done.printed)).toMatchObject({
      import_id: importId,
      counts: { messages: { read: 8_000, imported: 8_000, merged: 0, left_out: 0 } },
    });
  });
});

it('keeps channels and people of one archive apart that have the same names and addresses, as the dry run says', async () => {
  const twins = (kind: string, count: number): ArchiveRecord[] =>
    Array.from({ length: count }, (_, number) => `${kind}${number}`).flatMap((key): ArchiveRecord[] => [
      { kind: 'channel', key, name: kind === 'a' ? 'twin' : `other ${key}`, privacy: 'public' },
    ]);
  const person = (key: string): ArchiveRecord => ({
    kind: 'person',
    key,
    name: `Twin ${key}`,
    email: 'Twin@twins.example',
  });
  const messages = ['a0', 'a1', 'a2'].map(
    (channel, number): ArchiveRecord => ({
      kind: 'message',
      key: `t${number}`,
      place: { channel, topic: 'which' },
      sender: `q${number}`,
      time: at + number,
      content: channel,
    }),
  );
  // More than one batch of people and of channels lie between them.
  const path = archiveOf([
    { kind: 'organization', name: 'Twins', urls: ['https://twins.example'] },
    person('q0'),
    person('q1'),
    ...Array.from(
      { length: 200 },
      (_, at): ArchiveRecord => ({ kind: 'person', key: `r${at}`, name: `R ${at}` }),
    ),
    person('q2'),
    { kind: 'group', key: 'g1', name: 'twin-group', members: ['q0'] },
    ...Array.from(
      { length: 50 },
      (_, at): ArchiveRecord => ({ kind: 'group', key: `h${at}`, name: `h${at}`, members: [] }),
    ),
    { kind: 'group', key: 'g2', name: 'twin-group', members: ['q1'] },
    ...twins('a', 2),
    ...twins('b', 100),
    { kind: 'channel', key: 'a2', name: 'TWIN', privacy: 'public' },
    ...messages,
  ]);
  const planned = await run(path, true);
  const report = await run(path, false);
  expect(report.counts).toMatchObject({
    people: { read: 203, imported: 203, merged: 0 },
    groups: { read: 52, imported: 52 },
    channels: { read: 103, imported: 103, merged: 0 },
  });
  expect({ counts: planned.counts, findings: planned.findings }).toEqual({
    counts: report.counts,
    findings: report.findings,
  });
  const kinds = (report.findings as { kind: string; count: number }[]).map(({ kind, count }) => [
    kind,
    count,
  ]);
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['address-taken', 2],
      ['renamed-channel', 2],
      ['renamed-group', 1],
    ]),
  );
  for (const [name, content] of [
    ['twin', 'a0'],
    ['twin (2)', 'a1'],
    ['TWIN (3)', 'a2'],
  ] as const) {
    const found = await channel(name);
    expect([name, found.map((message) => message.split(' | ').at(-1))]).toEqual([name, [content]]);
  }
});
