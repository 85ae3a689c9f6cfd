import { sql } from '@parley/db';
import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Archive, unpack } from '../archive.ts';
import { uploadText } from '../files/upload-text.ts';
import { openDatabase } from '../open-database.ts';

let network: Network;
let owner: Person;
let admin: Person;
let alice: Person;
let bob: Person;
let eve: Person;
/** Paths of a file that Alice shared in the public channel, and of a file that Bob shared in the private one. */
let publicFile: string;
let privateFile: string;

beforeAll(async () => {
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: { PARLEY_OWNER_FULL_CONTENT_ACCESS: 'true' },
  });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ admin, alice, bob, eve } = await organization.add('admin', 'alice', 'bob', 'eve'));
  await owner.api.patch(`/users/${admin.userId}`, { role: 200 });
  await alice.subscribe(['open'], [alice, bob, eve]);
  await bob.subscribe(['club'], [bob, alice], { invite_only: true, history_public_to_subscribers: true });
  await bob.subscribe(['den'], [bob, eve], { invite_only: true, history_public_to_subscribers: true });
  await bob.subscribe(['vault'], [bob], { invite_only: true, history_public_to_subscribers: false });
  publicFile = await uploadText(network, alice, 'plan.txt', 'the plan');
  privateFile = await uploadText(network, bob, 'secret.txt', 'the secret');
  await alice.send('open', `in the open [plan](${publicFile})`);
  await bob.send('club', `in the club [secret](${privateFile})`);
  await bob.send('den', 'in the den');
  await bob.send('vault', 'before alice');
  await bob.subscribe(['vault'], [alice], { invite_only: true });
  await bob.send('vault', 'since alice');
  await alice.sendDirect([bob], 'alice to bob');
  await bob.sendDirect([eve], 'bob to eve');
  await alice.api.patch('/settings', { allow_private_data_export: true });
});

afterAll(() => network?.stop());

const listed = async (id: number): Promise<Body> => {
  const { exports } = await admin.api.get('/export/realm');
  return (exports as Body[]).find((each) => each.id === id)!;
};

/** Waits until an export has ended, and returns its list entry. */
async function ended(id: number): Promise<Body> {
  await until('the export has ended', async () => !(await listed(id)).pending);
  return listed(id);
}

/** Opens an address without credentials, at any gateway. */
const open = (address: string) => fetch(network.gatewayUrl() + new URL(address).pathname);

/** Downloads and unpacks an export when it has ended. */
async function unpacked(id: number): Promise<Archive> {
  const response = await open((await ended(id)).export_url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(response.headers.get('content-disposition')).toContain(`export-${id}.tar.gz`);
  return unpack(await response.arrayBuffer());
}

const contents = (messages: Body[]) => messages.map(({ content }) => content as string).sort();

describe('an export of public data', () => {
  it('has public messages with their files, everything that they refer to, and nothing private', async () => {
    const queues = await Promise.all(
      [admin, alice].map((each) => each.register({ event_types: ['realm_export'] })),
    );
    // A message that was in a private channel before.
    const moved = await bob.send('club', 'private text', 'private topic');
    await bob.api.patch(`/messages/${moved}`, { content: 'moved text' });
    const { stream_id } = await bob.api.get('/get_stream_id', { stream: 'open' });
    await bob.api.patch(`/messages/${moved}`, { stream_id, topic: 'public topic' });
    const { id } = await admin.api.post('/export/realm');
    const archive = await unpacked(id);

    const [message] = archive.list('messages').filter(({ content }) => content.startsWith('in the open'));
    expect(message).toMatchObject({
      sender_id: alice.userId,
      type: 'stream',
      subject: 'test',
      content: `in the open [plan](${publicFile})`,
      rendered_content: expect.stringContaining('<p>in the open'),
      reactions: [],
    });
    const all = [...archive.files.values()].join('\n');
    expect(archive.list('messages').find((each) => each.id === moved)).toMatchObject({
      content: 'moved text',
      edit_history: [],
    });
    for (const hidden of [
      'private text',
      'private topic',
      'in the club',
      'in the den',
      'alice to bob',
      'bob to eve',
      'before alice',
      'the secret',
    ])
      expect(all).not.toContain(hidden);

    const [file, ...others] = archive.list('uploads');
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      path_id: publicFile.slice('/user_uploads/'.length),
      owner_id: alice.userId,
    });
    expect(archive.files.get(file!.path)).toBe('the plan');

    const names = archive.list('channels').map(({ name }) => name);
    expect(names).toContain('open');
    expect(names).not.toContain('club');
    expect(archive.list('channels').find(({ name }) => name === 'open')!.subscriber_ids).toEqual(
      [alice, bob, eve].map(({ userId }) => userId),
    );
    const people = archive.list('people');
    expect(people.map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining([owner, admin, alice, bob, eve].map(({ userId }) => userId)),
    );
    expect(people.some((person) => 'settings' in person)).toBe(false);
    expect(archive.list('groups').map(({ name }) => name)).toContain('role:members');
    expect(JSON.parse(archive.files.get('organization.json')!).settings.name).toBe('Test');
    expect(JSON.parse(archive.files.get('export.json')!)).toMatchObject({
      format_version: 1,
      export_type: 'public',
      requested_by: admin.userId,
      consenting_user_ids: [],
      counts: { files: 1, messages: archive.list('messages').length, people: people.length },
    });

    await network.caughtUp();
    const [seen, unseen] = await Promise.all(queues.map((queue) => queue.pollNow()));
    expect(unseen).toEqual([]);
    const states = seen!.map(({ exports }) => exports.find((each: Body) => each.id === id)!);
    expect(states.map(({ pending }) => pending)).toEqual([true, false]);
    expect(states[1]).toMatchObject({
      acting_user_id: admin.userId,
      export_type: 'public',
      deleted_timestamp: null,
      failed_timestamp: null,
      export_url: expect.stringMatching(/^http/),
    });
  });

  it('notifies its requester once', async () => {
    const notices = async () =>
      (await admin.messages([{ operator: 'is', operand: 'dm' }])).filter(({ content }) =>
        content.startsWith('The export of the organization'),
      );
    await until('the message is there', async () => (await notices()).length > 0);
    expect(await notices()).toHaveLength(1);
  });
});

describe('an export with consent', () => {
  it('needs an owner who consents', async () => {
    await expect(admin.api.post('/export/realm', { export_type: 'full_with_consent' })).rejects.toMatchObject(
      {
        body: { msg: 'At least one owner of the organization must consent to the export.' },
      },
    );
  });

  it('has in addition what people who consent may read, and their settings', async () => {
    await owner.api.patch('/settings', { allow_private_data_export: true });
    const { id } = await admin.api.post('/export/realm', { export_type: 2 });
    const archive = await unpacked(id);
    const written = contents(archive.list('messages'));
    expect(written).toEqual(
      expect.arrayContaining([
        `in the open [plan](${publicFile})`,
        `in the club [secret](${privateFile})`,
        'since alice',
        'alice to bob',
      ]),
    );
    const all = [...archive.files.values()].join('\n');
    for (const hidden of ['in the den', 'before alice', 'bob to eve']) expect(all).not.toContain(hidden);
    const direct = archive.list('messages/direct').find(({ content }) => content === 'alice to bob');
    expect(direct).toMatchObject({ type: 'private', recipient_ids: [alice.userId, bob.userId] });

    const names = archive.list('channels').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['open', 'club', 'vault']));
    expect(names).not.toContain('den');
    const files = archive.list('uploads').map(({ path }) => archive.files.get(path as string));
    expect(files.sort()).toEqual(['the plan', 'the secret']);
    const people = new Map(archive.list('people').map((person) => [person.user_id, person]));
    expect(people.get(alice.userId)).toMatchObject({
      delivery_email: alice.email,
      settings: { allow_private_data_export: true },
      alert_words: [],
    });
    expect(people.get(bob.userId)).not.toHaveProperty('settings');
  });
});

describe('an export without consent', () => {
  it('has all private data, and is only for owners where operators permit it', async () => {
    const type = { export_type: 'full_without_consent' };
    const { initial } = await owner.register({ event_types: ['realm'] });
    expect(initial.realm_owner_full_content_access).toBe(true);
    await expect(admin.api.post('/export/realm', type)).rejects.toMatchObject({
      body: { code: 'UNAUTHORIZED_PRINCIPAL' },
    });
    const { id } = await owner.api.post('/export/realm', type);
    // An administrator sees the export, but cannot open it.
    expect(await ended(id)).toMatchObject({ export_type: 'full_without_consent', export_url: null });
    const { exports } = await owner.api.get('/export/realm');
    const { export_url } = (exports as Body[]).find((each) => each.id === id)!;
    const archive = await unpack(await (await open(export_url)).arrayBuffer());
    const written = contents(archive.list('messages'));
    expect(written).toEqual(
      expect.arrayContaining(['in the den', 'before alice', 'bob to eve', 'alice to bob']),
    );
    const people = new Map(archive.list('people').map((person) => [person.user_id, person]));
    expect(people.get(bob.userId)).toHaveProperty('settings');
  });
});

describe('exports', () => {
  let id: number;

  it('are created one at a time in the order of their requests, and survive the loss of the replica that creates them', async () => {
    const [upload] = network.of('upload');
    await network.stopReplica(upload!);
    ({ id } = await admin.api.post('/export/realm'));
    const { id: next } = await admin.api.post('/export/realm');
    for (const each of [id, next]) {
      await expect(admin.api.delete(`/export/realm/${each}`)).rejects.toMatchObject({
        body: { code: 'BAD_REQUEST', msg: 'Export still in progress' },
      });
    }
    expect([(await listed(id)).pending, (await listed(next)).pending]).toEqual([true, true]);
    const db = openDatabase(network);
    onTestFinished(() => db.close());
    const begun = () =>
      db.many<{ id: number }>(sql`
        select export_id as id from user_admin.exports where attempts > 0 and due_at is not null order by 1`);
    // Only the first one is being made, or tried again, while it is pending.
    await until('an attempt has begun', async () => ((await begun()).length > 0 ? true : undefined));
    expect(await begun()).toEqual([{ id }]);
    // Stops both replicas, because either may be creating the export. None runs while the upload service starts, because
    // several failures would end the export for good.
    const [first, second] = network.of('user-admin');
    await network.stopReplica(first!);
    await network.stopReplica(second!);
    await network.startReplica(upload!);
    await network.startReplica(first!);
    expect(await ended(id)).toMatchObject({ failed_timestamp: null, export_url: expect.any(String) });
    await network.startReplica(second!);
    expect(await ended(next)).toMatchObject({ failed_timestamp: null, export_url: expect.any(String) });
    const ends = await db.many<{ id: number }>(sql`
      select export_id as id from user_admin.exports where export_id in (${id}, ${next}) order by finished_at`);
    expect(ends).toEqual([{ id }, { id: next }]);
  });

  it('fail after the last of 20 attempts, even if something interrupted each of them', async () => {
    const db = openDatabase(network);
    onTestFinished(() => db.close());
    const { exportId } = await db.one<{ exportId: number }>(sql`
      insert into user_admin.exports (requester_id, export_type, due_at, attempts)
      values (${admin.userId}, 1, now(), 20) returning export_id as "exportId"`);
    expect(await ended(exportId)).toMatchObject({
      failed_timestamp: expect.any(Number),
      export_url: null,
    });
  });

  it('are deleted by administrators: the link ends, the entry stays', async () => {
    const { export_url: address } = await listed(id);
    expect((await open(address)).status).toBe(200);
    const forged = address.replace(/\.[0-9a-f]{64}/, `.${'0'.repeat(64)}`);
    expect((await open(forged)).status).toBe(404);
    await admin.api.delete(`/export/realm/${id}`);
    expect((await open(address)).status).toBe(404);
    expect(await listed(id)).toMatchObject({ export_url: null, deleted_timestamp: expect.any(Number) });
    await expect(admin.api.delete(`/export/realm/${id}`)).rejects.toMatchObject({
      body: { msg: 'Export already deleted' },
    });
    await expect(admin.api.delete('/export/realm/99')).rejects.toMatchObject({
      body: { msg: 'Invalid data export ID' },
    });
  });

  it('are limited to five in seven days', async () => {
    await expect(admin.api.post('/export/realm')).rejects.toMatchObject({
      body: { msg: 'Exceeded rate limit.' },
    });
  });
});
