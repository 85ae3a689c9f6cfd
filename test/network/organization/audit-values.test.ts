import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Verifies that entries of the audit log name the affected people, and the values before and after the change.

const folder = mkdtempSync(join(tmpdir(), 'parley-audit-values-'));
const token = 'a-token-of-the-identity-provider';
let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  const file = join(folder, 'sign-in.json');
  writeFileSync(file, JSON.stringify({ scim: { token } }));
  network = await Network.start({ env: { PARLEY_SIGN_IN_FILE: file } });
  organization = await Organization.create(network);
  ({ owner } = organization);
  ({ alice, bob } = await organization.add('alice', 'bob'));
});

afterAll(async () => {
  await network?.stop();
  rmSync(folder, { recursive: true });
});

/** Runs a change. Returns the audit log entries that it created, the oldest first. */
async function entriesOf(change: () => Promise<unknown>): Promise<Body[]> {
  const read = async () => (await owner.api.get('/realm/audit_log', { limit: 50 })).entries as Body[];
  const last = (await read())[0]?.id ?? 0;
  await change();
  return (await read()).filter(({ id }) => id > last).toReversed();
}

const shown = (entries: readonly Body[]) =>
  entries.map(({ action, user_id, details }) => ({ action, user_id, details }));

describe('the audit log', () => {
  it('names every person whose membership of a group changes, and the values of the group', async () => {
    const name = 'Designers';
    let groupId = 0;
    const created = await entriesOf(async () => {
      const answer = await owner.api.post('/user_groups/create', {
        name,
        description: 'They draw.',
        members: [alice.userId],
      });
      groupId = answer.group_id;
    });
    expect(shown(created)).toEqual([
      {
        action: 'group.created',
        user_id: null,
        details: { groupId, name, description: 'They draw.', settings: expect.any(Object) },
      },
      { action: 'group.member_added', user_id: alice.userId, details: { groupId, name } },
    ]);
    const { group_id: subgroupId } = await owner.api.post('/user_groups/create', {
      name: 'Interns',
      description: '',
      members: [],
    });
    const changed = await entriesOf(async () => {
      await owner.api.post(`/user_groups/${groupId}/members`, { add: [bob.userId], delete: [alice.userId] });
      await owner.api.post(`/user_groups/${groupId}/subgroups`, { add: [subgroupId] });
      await owner.api.post(`/user_groups/${groupId}/subgroups`, { delete: [subgroupId] });
      await owner.api.patch(`/user_groups/${groupId}`, { name: 'Artists' });
      await owner.api.post(`/user_groups/${groupId}/deactivate`);
    });
    const details = { groupId, name };
    expect(shown(changed)).toEqual([
      { action: 'group.member_added', user_id: bob.userId, details },
      { action: 'group.member_removed', user_id: alice.userId, details },
      { action: 'group.subgroup_added', user_id: null, details: { ...details, subgroupId } },
      { action: 'group.subgroup_removed', user_id: null, details: { ...details, subgroupId } },
      {
        action: 'group.changed',
        user_id: null,
        details: { groupId, from: { name }, to: { name: 'Artists' } },
      },
      { action: 'group.deactivated', user_id: null, details: { groupId, name: 'Artists' } },
    ]);
    expect(changed.every(({ actor_id }) => actor_id === owner.userId)).toBe(true);
  });

  it('contains definitions of the organization before and after a change', async () => {
    const ids: Record<string, number> = {};
    await owner.api.post('/realm/domains', { domain: 'example.com', allow_subdomains: false });
    for (const pattern of ['#(?P<id>[0-9]+)', '!(?P<id>[0-9]+)']) {
      const url_template = 'https://example.com/{id}';
      ids[pattern] = (await owner.api.post('/realm/filters', { pattern, url_template })).id;
    }
    const [first, second] = Object.values(ids);
    const playground = { name: 'Rust', pygments_language: 'Rust', url_template: 'https://p.example/{code}' };
    const { id: playgroundId } = await owner.api.post('/realm/playgrounds', playground);
    const fields: number[] = [];
    for (const field of ['Phone', 'Team']) {
      fields.push((await owner.api.post('/realm/profile_fields', { name: field, field_type: 1 })).id);
    }
    const entries = await entriesOf(async () => {
      await owner.api.patch('/realm/domains/example.com', { allow_subdomains: true });
      await owner.api.delete('/realm/domains/example.com');
      await owner.api.patch('/realm/linkifiers', { ordered_linkifier_ids: [second, first] });
      await owner.api.delete(`/realm/filters/${first}`);
      await owner.api.delete(`/realm/playgrounds/${playgroundId}`);
      await owner.api.patch('/realm/profile_fields', { order: fields.toReversed() });
      await owner.api.delete(`/realm/profile_fields/${fields[0]}`);
    });
    const [before, after] = [false, true].map((allowSubdomains) => ({
      domain: 'example.com',
      allowSubdomains,
    }));
    expect(shown(entries)).toMatchObject([
      { action: 'domain.changed', details: { from: before, to: after } },
      { action: 'domain.removed', details: after },
      { action: 'linkifiers.reordered', details: { from: [first, second], to: [second, first] } },
      {
        action: 'linkifier.removed',
        details: { linkifierId: first, from: { pattern: '#(?P<id>[0-9]+)' } },
      },
      { action: 'playground.removed', details: { playgroundId, from: { name: 'Rust' } } },
      { action: 'profile_fields.reordered', details: { from: fields, to: fields.toReversed() } },
      { action: 'profile_field.removed', details: { fieldId: fields[0], from: { name: 'Phone' } } },
    ]);
  });

  it('contains values of profile fields and statuses before and after a change', async () => {
    const name = 'Favourite tea';
    const { id: fieldId } = await owner.api.post('/realm/profile_fields', { name, field_type: 1 });
    const entries = await entriesOf(async () => {
      await alice.api.patch('/users/me/profile_data', { data: [{ id: fieldId, value: 'Assam' }] });
      await owner.api.patch(`/users/${alice.userId}`, { profile_data: [{ id: fieldId, value: 'Sencha' }] });
      await alice.api.delete('/users/me/profile_data', { data: [fieldId] });
      await owner.api.post(`/users/${alice.userId}/status`, { status_text: 'On leave' });
      await owner.api.post(`/users/${alice.userId}/status`, { status_text: 'On leave' });
      await owner.api.post(`/users/${alice.userId}/status`, { status_text: '', emoji_name: 'tea' });
    });
    const profile = (from: string | null, to: string | null) => ({
      action: 'user.profile_changed',
      user_id: alice.userId,
      details: { fieldId, name, from, to },
    });
    const status = (from: object, to: object) => ({
      action: 'user.status_changed',
      user_id: alice.userId,
      details: { from, to },
    });
    const emoji = { emojiName: '', emojiCode: '', reactionType: '' };
    expect(shown(entries)).toEqual([
      profile(null, 'Assam'),
      profile('Assam', 'Sencha'),
      profile('Sencha', null),
      status({ statusText: '' }, { statusText: 'On leave' }),
      status(
        { ...emoji, statusText: 'On leave' },
        { statusText: '', emojiName: 'tea', emojiCode: '1f375', reactionType: 'unicode_emoji' },
      ),
    ]);
  });

  it('contains the values of a bot before and after a change', async () => {
    const { user_id: botId } = await alice.api.post('/bots', { full_name: 'Robot', short_name: 'robot' });
    const entries = await entriesOf(() =>
      owner.api.patch(`/bots/${botId}`, { full_name: 'Machine', bot_owner_id: bob.userId }),
    );
    expect(shown(entries)).toEqual([
      {
        action: 'bot.changed',
        user_id: botId,
        details: {
          from: { fullName: 'Robot', botOwnerId: alice.userId },
          to: { fullName: 'Machine', botOwnerId: bob.userId },
        },
      },
    ]);
  });

  it('contains changes by an identity provider: accounts with their values, and every member of a group', async () => {
    const schema = (type: string) => [`urn:ietf:params:scim:schemas:core:2.0:${type}`];
    const scim = async (method: string, path: string, body: object): Promise<Body> => {
      const response = await fetch(`${network.gatewayUrl()}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBeLessThan(300);
      return response.json() as Promise<Body>;
    };
    const { id } = await scim('POST', '/Users', {
      schemas: schema('User'),
      userName: 'carol@test.example',
      displayName: 'Carol',
      emails: [{ value: 'carol@test.example', primary: true }],
    });
    const userId = Number(id);
    let groupId = 0;
    const entries = await entriesOf(async () => {
      await scim('PATCH', `/Users/${id}`, {
        Operations: [{ op: 'replace', path: 'displayName', value: 'Caroline' }],
      });
      const group = await scim('POST', '/Groups', {
        schemas: schema('Group'),
        displayName: 'Sales',
        members: [{ value: id }],
      });
      groupId = Number((group.id as string).slice(1));
      await scim('PATCH', `/Groups/${group.id}`, {
        Operations: [
          { op: 'replace', path: 'displayName', value: 'Selling' },
          { op: 'remove', path: `members[value eq "${id}"]` },
        ],
      });
    });
    const method = 'scim';
    expect(shown(entries)).toEqual([
      {
        action: 'user.changed',
        user_id: userId,
        details: { method, from: { fullName: 'Carol' }, to: { fullName: 'Caroline' } },
      },
      { action: 'group.created', user_id: null, details: { groupId, method, name: 'Sales' } },
      { action: 'group.member_added', user_id: userId, details: { groupId, name: 'Sales', method } },
      {
        action: 'group.changed',
        user_id: null,
        details: { groupId, method, from: { name: 'Sales' }, to: { name: 'Selling' } },
      },
      { action: 'group.member_removed', user_id: userId, details: { groupId, name: 'Selling', method } },
    ]);
    expect(entries.every(({ actor_id, client }) => actor_id === null && client === 'SCIM')).toBe(true);
  });
});
