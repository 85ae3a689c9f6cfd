import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { backgroundCall, createRpcClient } from '@parley/rpc';
import { type Body, Network, Organization, Person, testPassword, until } from '@parley/test-kit';
import { afterAll, expect, it } from 'vitest';
import { uploadImage } from '../files/upload-image.ts';
import { uploadText } from '../files/upload-text.ts';
import { exported, recordsOf } from './exported-form.ts';

const env = { PARLEY_OWNER_FULL_CONTENT_ACCESS: 'true' };
const folder = mkdtempSync(join(tmpdir(), 'parley-moving-'));
const networks: Network[] = [];

afterAll(async () => {
  for (const network of networks) await network.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(more: Record<string, string> = {}): Promise<Network> {
  const network = await Network.start({ env: { ...env, ...more } });
  networks.push(network);
  return network;
}

/** Imports an archive, and waits for its end. */
async function imported(network: Network, request: { path: string; into: string; dryRun: boolean }) {
  const [replica] = network.of('importing');
  const importing = createRpcClient(ImportingServiceService, {
    addresses: [`127.0.0.1:${replica!.ports.rpc}`],
    secret: replica!.env.PARLEY_RPC_SECRET!,
  });
  const call = () => backgroundCall({ timeoutMs: 30_000 });
  try {
    const { importId } = await importing.startImport({ ...request, from: '', uploadUrl: '' }, call());
    return await until('the import has ended', async () => {
      const { import: found } = await importing.getImport({ importId }, call());
      return ['waiting', 'running'].includes(found!.state) ? undefined : found;
    });
  } finally {
    importing.close();
  }
}

/** What a dry run must announce: all but what becomes of each setting, which no one knows before there is an organization. */
function announced({ reportJson }: { reportJson: Buffer }): unknown {
  const { counts, findings } = JSON.parse(reportJson.toString()) as Body;
  const ofSettings = /^(?:setting-|organization-settings$|refused-setting$|linkifier$)/;
  return { counts, findings: (findings as { kind: string }[]).filter(({ kind }) => !ofSettings.test(kind)) };
}

it('an export that is imported into an empty deployment is exported equal', async () => {
  // Moving is the way out for organizations whose messages have low IDs.
  const first = await start({ PARLEY_FIRST_MESSAGE_ID: '1' });
  const organization = await Organization.create(first);
  const { owner } = organization;
  const { alice, bob } = await organization.add('alice', 'bob');
  await owner.api.patch(`/users/${bob.userId}`, { role: 600 });
  await alice.subscribe(['open'], [alice, owner]);
  await alice.subscribe(['closed'], [alice, bob], { invite_only: true, history_public_to_subscribers: true });
  await owner.api.post('/user_groups/create', { name: 'crew', description: 'all', members: [alice.userId] });
  const plan = await uploadText(first, alice, 'plan.txt', 'the plan');
  const one = await alice.send(
    'open',
    `look at [the plan](${plan}) @**bob|${bob.userId}**, @*crew* and #**open>other**`,
  );
  const two = await owner.send('open', `as in #**open>test@${one}**: \`code\` :tada:`, 'other');
  await bob.send('closed', 'secret');
  await alice.api.post(`/messages/${two}/pin`);
  await alice.api.post('/users/me/status', { status_text: 'moving', emoji_name: 'tada' });
  await alice.sendDirect([bob], `see [this](/#narrow/channel/1-open/topic/other/near/${two})`);
  await owner.api.post(`/messages/${one}/reactions`, { emoji_name: 'tada' });
  await alice.api.patch(`/messages/${one}`, { content: `look again at [the plan](${plan})` });
  await bob.api
    .post('/messages/flags', { messages: [two], op: 'add', flag: 'starred' })
    .catch(() => undefined);
  await owner.api.post('/messages/flags', { messages: [one], op: 'add', flag: 'starred' });
  await alice.api.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: 1, property: 'pin_to_top', value: true }],
  });
  await owner.api.patch('/realm', {
    description: 'where we work',
    waiting_period_threshold: 3,
    default_code_block_language: 'python',
    new_stream_announcements_stream_id: 1,
    can_create_groups: { new: { direct_members: [alice.userId], direct_subgroups: [] } },
  });
  for (const [path, fields] of [
    ['/realm/icon', {}],
    ['/realm/logo', {}],
    ['/realm/logo', { night: 'true' }],
  ] as const)
    expect(await uploadImage(first, owner, path, { fields })).toMatchObject({ status: 200 });
  await owner.api.post('/realm/filters', {
    pattern: '#(?P<id>[0-9]{4,8})',
    url_template: 'https://issues.example/{id}',
  });
  const field = async (name: string, field_type: number, more: Body = {}) =>
    (await owner.api.post('/realm/profile_fields', { name, field_type, ...more })).id as number;
  const values = [
    { id: await field('Desk', 1, { hint: 'where' }), value: 'window' },
    { id: await field('Mentor', 6), value: [owner.userId] },
    {
      id: await field('Shirt', 3, {
        field_data: { 0: { text: 'small', order: '1' }, 1: { text: 'large', order: '2' } },
      }),
      value: '1',
    },
  ];
  await alice.api.patch('/users/me/profile_data', { data: values });
  await alice.api.post(`/users/me/muted_users/${bob.userId}`);
  await alice.api.post('/user_topics', { stream_id: 1, topic: 'other', visibility_policy: 3 });
  await alice.api.post('/user_topics', { stream_id: 1, topic: 'test', visibility_policy: 1 });
  await alice.api.post('/users/me/alert_words', { alert_words: ['lunch'] });
  await owner.send('open', 'nobody has read this', 'other');
  await owner.sendDirect([alice], 'nor this');
  expect(one).toBeLessThan(100);
  const before = await exported(first, owner);
  const path = join(folder, 'export.tar.gz');
  writeFileSync(path, Buffer.from(before));
  // The move on the day: what was written since the first export comes with a second one.
  const [since] = (await owner.api.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }))
    .messages as Body[];
  await until(
    'another second has begun',
    () => Date.now() / 1_000 > (since!.timestamp as number) + 1 || undefined,
  );
  await alice.send('open', `since then, as in #**open>test@${one}**`, 'other');
  const rest = join(folder, 'since.tar.gz');
  writeFileSync(rest, Buffer.from(await exported(first, owner, { since: (since!.timestamp as number) + 1 })));
  const whole = await recordsOf(await exported(first, owner));
  expect(await imported(first, { path, into: '', dryRun: true })).toMatchObject({
    state: 'refused',
    error: expect.stringMatching(/^Messages that are sent here have IDs from 1 on, .* into a new deployment/),
  });
  await first.stop();
  networks.pop();

  expect(execFileSync('tar', ['-tzf', path], { encoding: 'utf8' })).toContain('manifest.json');
  const second = await start();
  const planned = await imported(second, { path, into: 'Test', dryRun: true });
  const done = await imported(second, { path, into: 'Test', dryRun: false });
  expect(done).toMatchObject({ state: 'done', error: '' });
  expect(announced(planned)).toEqual(announced(done));
  await second.asOperator((userAdmin, each) =>
    userAdmin.setPassword({ email: owner.email, password: testPassword }, each),
  );
  const key = await second.client().post('/fetch_api_key', { username: owner.email, password: testPassword });
  const identity = { userId: key.user_id as number, email: owner.email, apiKey: key.api_key as string };
  const { realm_icon: icon } = await second.client().get('/server_settings');
  expect((await fetch(second.gatewayUrl() + icon)).headers.get('content-type')).toBe('image/png');
  const named = done.reportJson.toString();
  for (const image of ['icon', 'logo', 'nightLogo']) expect(named).toContain(`setting-${image}`);
  const after = await exported(second, new Person(identity, second.client(identity)));

  const [old, now] = [await recordsOf(before), await recordsOf(after)];
  expect(Object.keys(now).sort()).toEqual(Object.keys(old).sort());
  expect(old.unread?.flatMap(({ messages }) => messages as string[]).length).toBeGreaterThan(2);
  expect(old.organization).toMatchObject([
    { icon: expect.any(String), logo: expect.any(String), nightLogo: expect.any(String) },
  ]);
  for (const kind of Object.keys(old)) {
    expect({ kind, records: now[kind] }).toEqual({ kind, records: old[kind] });
  }

  const more = await imported(second, { path: rest, into: '', dryRun: false });
  expect(more).toMatchObject({ state: 'done', error: '' });
  expect(JSON.parse(more.reportJson.toString()).counts).toMatchObject({
    messages: { read: 1, imported: 1, merged: 0 },
    people: { read: 3, imported: 0, merged: 3 },
  });
  const { messages } = await recordsOf(await exported(second, new Person(identity, second.client(identity))));
  expect(messages).toEqual(whole.messages);
});
