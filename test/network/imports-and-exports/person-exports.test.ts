import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Archive, unpack } from '../archive.ts';
import { uploadText } from '../files/upload-text.ts';

// Tests exports of a person's data: complete for the person, without private data for owners, and with a report.

let network: Network;
let owner: Person;
let alice: Person;
let bob: Person;
let eve: Person;

beforeAll(async () => {
  network = await Network.start({ replicas: { 'user-admin': 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob, eve } = await organization.add('alice', 'bob', 'eve'));
  await owner.subscribe(['open'], [alice, bob]);
  await bob.subscribe(['club'], [bob, alice], { invite_only: true });
  const file = await uploadText(network, alice, 'alice.txt', 'a file of alice');
  await uploadText(network, bob, 'bob.txt', 'a file of bob');
  const id = await alice.send('open', `alice in the open [file](${file})`);
  await alice.send('club', 'alice in the club');
  await bob.send('open', 'bob in the open');
  await bob.send('club', 'bob in the club');
  await alice.sendDirect([bob], 'alice to bob');
  await bob.sendDirect([alice], 'bob to alice');
  await bob.sendDirect([eve], 'bob to eve');
  await alice.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await bob.api.post(`/messages/${id}/reactions`, { emoji_name: 'smile' });
  await alice.api.post('/drafts', {
    drafts: [{ type: 'private', to: [bob.userId], topic: '', content: 'a draft of alice', timestamp: 1 }],
  });
  await alice.api.post('/saved_snippets', { title: 'Snippet', content: 'a snippet of alice' });
  await alice.api.post('/users/me/alert_words', { alert_words: ['watchword'] });
  await alice.api.post('/users/me/status', { status_text: 'status of alice' });
  await alice.api.patch('/settings', { twenty_four_hour_time: true });
  await alice.api.post('/users/me/api_keys', { name: 'laptop' });
});

afterAll(() => network?.stop());

/** Waits until an export has ended, and returns its list entry. */
const ended = (by: Person, path: string, id: number) =>
  until('the export has ended', async () => {
    const { exports } = await by.api.get(path);
    const row = (exports as Body[]).find((each) => each.id === id);
    return row && !row.pending ? row : undefined;
  });

/** Downloads and unpacks the archive of an export without credentials. */
async function archiveOf({ export_url: address }: Body): Promise<Archive> {
  const response = await fetch(network.gatewayUrl() + new URL(address).pathname);
  expect(response.status).toBe(200);
  return unpack(await response.arrayBuffer());
}

const textOf = ({ files }: Archive) => [...files.values()].join('\n');
const contents = (archive: Archive, list: string) => archive.list(list).map(({ content }) => content);

describe('an export of the own data', () => {
  it('has account, messages, conversations, lists, files and audit entries, and no secret', async () => {
    const { id } = await alice.api.post('/users/me/export');
    const report = await ended(alice, '/users/me/exports', id);
    expect(report).toMatchObject({
      user_id: alice.userId,
      acting_user_id: alice.userId,
      includes_private: true,
      failed_at: null,
      counts: { messages_sent: 3, uploads: 1, drafts: 1, reactions: 1, alert_words: 1 },
    });
    const archive = await archiveOf(report);
    expect(JSON.parse(archive.files.get('account.json')!)).toMatchObject({
      user_id: alice.userId,
      delivery_email: alice.email,
    });
    expect(JSON.parse(archive.files.get('settings.json')!)).toMatchObject({ twenty_four_hour_time: true });
    expect(contents(archive, 'messages/sent')).toEqual([
      expect.stringContaining('alice in the open'),
      'alice in the club',
      'alice to bob',
    ]);
    expect(contents(archive, 'messages/direct')).toEqual(
      expect.arrayContaining(['alice to bob', 'bob to alice']),
    );
    expect(contents(archive, 'drafts')).toEqual(['a draft of alice']);
    expect(contents(archive, 'saved_snippets')).toEqual(['a snippet of alice']);
    expect(archive.list('alert_words')).toEqual([{ word: 'watchword' }]);
    expect(archive.list('statuses')).toMatchObject([{ status_text: 'status of alice' }]);
    expect(archive.list('api_keys')).toMatchObject([{ name: 'laptop' }]);
    expect(archive.list('subscriptions').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['open', 'club']),
    );
    expect(archive.list('reactions')).toMatchObject([{ reactions: [{ emoji_name: 'tada' }] }]);
    expect(archive.list('audit_log')).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'user.data_exported' })]),
    );
    const [file] = archive.list('uploads');
    expect(archive.files.get(file!.path)).toBe('a file of alice');
    const text = textOf(archive);
    for (const hidden of [alice.apiKey, 'bob in the open', 'bob in the club', 'bob to eve', 'a file of bob'])
      expect(text).not.toContain(hidden);
    expect(JSON.parse(archive.files.get('export.json')!)).toMatchObject({
      user_id: alice.userId,
      counts: report.counts,
    });
  });

  it('notifies the person once when it is complete', async () => {
    const notices = async () =>
      (await alice.messages([{ operator: 'is', operand: 'dm' }])).filter(({ content }) =>
        content.startsWith('The export of personal data'),
      );
    await until('the message is there', async () => (await notices()).length > 0);
    expect(await notices()).toHaveLength(1);
  });

  it('is seen by owners in the list, but does not open for them', async () => {
    const { exports } = await owner.api.get('/realm/person_exports');
    expect(exports[0]).toMatchObject({ user_id: alice.userId, includes_private: true, export_url: null });
    expect((await bob.api.get('/users/me/exports')).exports).toEqual([]);
    expect((await bob.api.raw('GET', '/realm/person_exports')).status).toBeGreaterThanOrEqual(400);
  });
});

describe('an export of the data of another person', () => {
  it('has only public messages and their files for an owner without consent', async () => {
    const { id } = await owner.api.post(`/users/${alice.userId}/export`);
    const report = await ended(owner, '/realm/person_exports', id);
    expect(report).toMatchObject({ includes_private: false, acting_user_id: owner.userId });
    const archive = await archiveOf(report);
    expect(contents(archive, 'messages/sent')).toEqual([expect.stringContaining('alice in the open')]);
    expect(archive.list('uploads')).toHaveLength(1);
    expect(archive.list('sessions')).toBeInstanceOf(Array);
    const text = textOf(archive);
    for (const hidden of ['in the club', 'to bob', 'to alice', 'a draft', 'a snippet', 'watchword'])
      expect(text).not.toContain(hidden);
    expect((await alice.api.get('/users/me/exports')).exports.map((each: Body) => each.id)).not.toContain(id);
  });

  it('has everything when the person consents', async () => {
    await bob.api.patch('/settings', { allow_private_data_export: true });
    const { id } = await owner.api.post(`/users/${bob.userId}/export`);
    const report = await ended(owner, '/realm/person_exports', id);
    expect(report).toMatchObject({ includes_private: true });
    expect(contents(await archiveOf(report), 'messages/direct')).toEqual(
      expect.arrayContaining(['bob to eve', 'bob to alice']),
    );
  });

  it('is for owners alone, and not of bots', async () => {
    expect((await bob.api.raw('POST', `/users/${alice.userId}/export`)).status).toBe(400);
    const { user_id: botId } = await owner.api.post('/bots', { full_name: 'A bot', short_name: 'a-bot' });
    expect((await owner.api.raw('POST', `/users/${botId}/export`)).status).toBe(400);
  });

  it('is limited to five in seven days of each person', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { id } = await eve.api.post('/users/me/export');
      await ended(eve, '/users/me/exports', id);
    }
    expect((await eve.api.raw('POST', '/users/me/export')).status).toBe(400);
  });
});

describe('erasing a person', () => {
  it('deletes the archives with their data', async () => {
    const { id } = await owner.api.post(`/users/${bob.userId}/export`);
    const { export_url: address } = await ended(owner, '/realm/person_exports', id);
    await owner.api.post(`/users/${bob.userId}/erase`);
    await until('the archive is gone', async () => {
      // Deleting the archive aborts a download that is in progress.
      const response = await fetch(network.gatewayUrl() + new URL(address).pathname).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      return response?.status === 404 || response?.status === 400;
    });
    // The archive is deleted before the entry says so.
    const row = await until('the entry says that the archive was deleted', async () => {
      const entry = await ended(owner, '/realm/person_exports', id);
      return entry.deleted_at !== null && entry;
    });
    expect(row).toMatchObject({ export_url: null, deleted_at: expect.any(Number) });
  });
});
