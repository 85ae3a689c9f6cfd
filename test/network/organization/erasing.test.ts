import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Verifies the erasure of a person: name and address disappear everywhere, and messages are kept or deleted as chosen.

let network: Network;
let organization: Organization;
let owner: Person;

beforeAll(async () => {
  network = await Network.start({ replicas: { 'user-admin': 2 } });
  organization = await Organization.create(network);
  owner = organization.owner;
});

afterAll(() => network?.stop());

/** Returns the names of all services' tables with rows that contain a text, ignoring case. */
async function tablesWith(text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: network.database.adminUrl });
  await client.connect();
  try {
    const { rows } =
      await client.query(`select table_schema as schema, table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`);
    const found: string[] = [];
    for (const { schema, name } of rows as { schema: string; name: string }[]) {
      const query = `select 1 from "${schema}"."${name}" as t where t::text ilike $1 limit 1`;
      if ((await client.query(query, [`%${text}%`])).rowCount) found.push(name);
    }
    return found.sort();
  } finally {
    await client.end();
  }
}

const reportOf = (userId: number) =>
  until('the erasure is complete', async () => {
    const { erasures } = await owner.api.get('/realm/erasures');
    const report = erasures.find((each: Body) => each.user_id === userId);
    return report?.finished_at ? (report as Body) : undefined;
  });

/** Creates data of many kinds by and about a person. */
async function leaveTraces(person: Person): Promise<void> {
  const { api } = person;
  await api.patch('/settings', { full_name: 'Unmistakable Name', timezone: 'Europe/Vienna' });
  await api.post('/users/me/status', { status_text: 'Unmistakable status' });
  // Each of the next values is changed, because the audit log records the former values too.
  const { id } = await owner.api.post('/realm/profile_fields', { name: 'Nickname', field_type: 1 });
  for (const value of ['Unmistakable nickname', 'another'])
    await api.patch('/users/me/profile_data', { data: [{ id, value }] });
  await owner.api.post(`/users/${person.userId}/status`, { status_text: 'Unmistakable status of the owner' });
  await owner.api.post(`/users/${person.userId}/status`, { status_text: 'away' });
  await api.post('/users/me/alert_words', { alert_words: ['unmistakable-word'] });
  await api.post('/drafts', {
    drafts: [{ type: 'private', to: [owner.userId], topic: '', content: 'Unmistakable draft', timestamp: 1 }],
  });
  await api.post('/saved_snippets', { title: 'Unmistakable', content: 'Unmistakable snippet' });
  // The owner creates the channel, because the notification bot's message names the channel's creator.
  await owner.subscribe(['place']);
  await person.subscribe(['place']);
  await person.send('place', 'sent by Unmistakable in a channel');
  const direct = await person.sendDirect([owner], 'sent by Unmistakable to the owner');
  await owner.api.post('/reminders', { message_id: direct, scheduled_delivery_timestamp: 4_000_000_000 });
  await api.post('/bots', { full_name: 'Unmistakable bot', short_name: 'unmistakable' });
  await api.put('/bot_storage', { storage: { 'unmistakable key': 'unmistakable value' } });
  await api.patch('/settings', { email: 'unmistakable-new@test.example' });
  await beginUpload(person, 'unmistakable.txt');
}

/** Begins a resumable upload, and sends a part of it. */
async function beginUpload({ email, apiKey }: Person, name: string): Promise<void> {
  const headers = {
    authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
    'tus-resumable': '1.0.0',
  };
  const created = await fetch(`${network.gatewayUrl()}/api/v1/tus`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': '100',
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const { pathname } = new URL(created.headers.get('location')!, network.gatewayUrl());
  const sent = await fetch(network.gatewayUrl() + pathname, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: 'unmistakable beginning',
  });
  expect(sent.status).toBe(204);
}

describe('erasing a person', () => {
  it('removes name, address, messages and traces from every table, and reports', async () => {
    const { unmistakable } = await organization.add('unmistakable');
    const { userId, email } = unmistakable;
    await leaveTraces(unmistakable);
    const queue = await owner.register({ event_types: ['message', 'delete_message', 'realm_user'] });
    const { id } = await owner.api.post(`/users/${userId}/erase`, { delete_messages: true });
    expect((await unmistakable.api.raw('GET', '/users/me')).status).toBe(401);
    const report = await reportOf(userId);
    expect(report).toMatchObject({
      id,
      acting_user_id: owner.userId,
      deletes_messages: true,
      counts: { messages: 2, personal_items: 2, alert_words: 1, statuses: 1 },
    });
    const { user } = await owner.api.get(`/users/${userId}`);
    expect(user).toMatchObject({ full_name: `Deleted person ${userId}`, is_active: false });
    expect(JSON.stringify(user)).not.toContain(email);
    expect(await tablesWith('unmistakable')).toEqual([]);
    expect(report.counts.audit_entries).toBeGreaterThan(0);
    await network.caughtUp();
    await queue.pollNow();
    const deleted = queue.events.filter(({ type }) => type === 'delete_message');
    expect(deleted.flatMap((event) => event.message_ids ?? [event.message_id])).toHaveLength(2);
  });

  it('keeps messages on request, without the name', async () => {
    const { keeper } = await organization.add('keeper');
    await keeper.subscribe(['place']);
    const id = await keeper.send('place', 'a message that stays');
    await owner.api.post(`/users/${keeper.userId}/erase`, { delete_messages: false });
    expect(await reportOf(keeper.userId)).toMatchObject({ counts: { messages: 0 } });
    const { message } = await owner.api.get(`/messages/${id}`);
    expect(message).toMatchObject({ sender_full_name: `Deleted person ${keeper.userId}` });
    expect(message.content).toContain('a message that stays');
    expect(await tablesWith(keeper.email)).toEqual([]);
  });

  it('is final: the account cannot be reactivated, and provisioning does not see it', async () => {
    const { former } = await organization.add('former');
    await owner.api.post(`/users/${former.userId}/erase`);
    await reportOf(former.userId);
    const refused = await owner.api.raw('POST', `/users/${former.userId}/reactivate`);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'This person has been erased and cannot be reactivated.',
    ]);
    expect((await owner.api.get(`/users/${former.userId}`)).user.is_active).toBe(false);
  });

  it('is for owners alone, happens once, and is refused for bots and the only owner', async () => {
    const { administrator, other } = await organization.add('administrator', 'other');
    await owner.api.patch(`/users/${administrator.userId}`, { role: 200 });
    const erase = (by: Person, userId: number) => by.api.raw('POST', `/users/${userId}/erase`, {});
    for (const by of [administrator, other])
      expect((await erase(by, other.userId)).status).toBeGreaterThanOrEqual(400);
    expect((await other.api.raw('GET', '/users/me')).status).toBe(200);
    expect((await erase(owner, owner.userId)).status).toBe(400);
    const { user_id: botId } = await owner.api.post('/bots', { full_name: 'A bot', short_name: 'a-bot' });
    expect((await erase(owner, botId)).status).toBe(400);
    expect((await erase(owner, other.userId)).status).toBe(200);
    expect((await erase(owner, other.userId)).status).toBe(400);
    expect((await administrator.api.raw('GET', '/realm/erasures')).status).toBeGreaterThanOrEqual(400);
  });
});
