import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadText } from '../files/upload-text.ts';

let network: Network;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  network = await Network.start({ replicas: { 'user-admin': 2 } });
  const organization = await Organization.create(network);
  ({ owner } = organization);
  ({ alice, bob } = await organization.add('alice', 'bob'));
});
afterAll(() => network?.stop());

/** Waits until an action has `count` entries in the audit log. Returns them, the newest first. */
async function entriesOf(action: string, count: number): Promise<Body[]> {
  let found: Body[] = [];
  await expect
    .poll(async () => {
      const { entries } = await owner.api.get('/realm/audit_log', { limit: 500 });
      found = entries.filter((entry: Body) => entry.action === action);
      return found.length;
    })
    .toBe(count);
  return found;
}

describe('the audit log of the other services', () => {
  it('contains created and changed channels with the values before and after, and every membership', async () => {
    await alice.subscribe(['rooms'], [alice, bob]);
    const { stream_id: channelId } = await alice.api.get('/get_stream_id', { stream: 'rooms' });
    const created = await entriesOf('channel.created', 1);
    expect(created[0]).toMatchObject({
      actor_id: alice.userId,
      details: { channelId, name: 'rooms', isPrivate: false },
      address: '127.0.0.1',
    });
    const subscribed = await entriesOf('channel.subscribed', 2);
    expect(subscribed.map(({ user_id }) => user_id).sort()).toEqual([alice.userId, bob.userId].sort());

    await owner.api.patch(`/streams/${channelId}`, { new_name: 'halls', description: 'x' });
    const changed = await entriesOf('channel.changed', 2);
    expect(changed.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        { channelId, name: 'rooms', setting: 'name', from: 'rooms', to: 'halls' },
        expect.objectContaining({ setting: 'description', to: 'x' }),
      ]),
    );
    await bob.api.delete('/users/me/subscriptions', { subscriptions: ['halls'] });
    const left = await entriesOf('channel.unsubscribed', 1);
    expect(left[0]).toMatchObject({
      actor_id: bob.userId,
      user_id: bob.userId,
      details: { channelId, name: 'halls' },
    });
    await owner.api.delete(`/streams/${channelId}`);
    const archived = (await entriesOf('channel.changed', 3)).find(
      ({ details }) => details.setting === 'isArchived',
    );
    expect(archived).toMatchObject({ actor_id: owner.userId, details: { from: false, to: true } });
  });

  it('contains the order of folders before and after', async () => {
    const ids: number[] = [];
    for (const name of ['First', 'Second']) {
      const { channel_folder_id } = await owner.api.post('/channel_folders/create', {
        name,
        description: '',
      });
      ids.push(channel_folder_id);
    }
    await owner.api.patch('/channel_folders', { order: ids.toReversed() });
    expect((await entriesOf('channel.folders_reordered', 1))[0]).toMatchObject({
      actor_id: owner.userId,
      details: { from: ids, to: ids.toReversed() },
    });
  });

  it('contains deleted and moved messages and topics, without their contents', async () => {
    await alice.subscribe(['talk'], [alice, bob, owner]);
    const { stream_id: channelId } = await alice.api.get('/get_stream_id', { stream: 'talk' });
    const secret = 'a-secret-content';
    const id = await bob.send('talk', secret, 'plans');
    await owner.api.delete(`/messages/${id}`);
    const deleted = await entriesOf('message.deleted', 1);
    expect(deleted[0]).toMatchObject({
      actor_id: owner.userId,
      user_id: bob.userId,
      details: { messageId: id, channelId, topic: 'plans' },
    });
    const moved = await bob.send('talk', secret, 'plans');
    await owner.api.patch(`/messages/${moved}`, { topic: 'other', propagate_mode: 'change_all' });
    expect((await entriesOf('message.moved', 1))[0]).toMatchObject({
      actor_id: owner.userId,
      user_id: bob.userId,
      details: { messageId: moved, from: { channelId, topic: 'plans' }, to: { channelId, topic: 'other' } },
    });
    await owner.api.post(`/streams/${channelId}/delete_topic`, { topic_name: 'other' });
    expect((await entriesOf('topic.deleted', 1))[0]).toMatchObject({
      actor_id: owner.userId,
      details: { channelId, topic: 'other', messageIds: expect.arrayContaining([moved]) },
    });
    await bob.subscribe(['closed'], [bob], { invite_only: true });
    const closed = await bob.send('closed', 'text', secret);
    await bob.api.patch(`/messages/${closed}`, { topic: `${secret}!` });
    await bob.api.delete(`/messages/${closed}`);
    expect((await entriesOf('message.deleted', 2)).map(({ details }) => details)).toContainEqual(
      expect.objectContaining({ messageId: closed, channelId: expect.any(Number) }),
    );
    const { entries } = await owner.api.get('/realm/audit_log', { limit: 500 });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('contains deleted files', async () => {
    await uploadText(network, alice, 'notes.txt', 'text');
    const { attachments } = await alice.api.get('/attachments');
    await alice.api.delete(`/attachments/${attachments[0].id}`);
    expect((await entriesOf('file.deleted', 1))[0]).toMatchObject({
      actor_id: alice.userId,
      user_id: alice.userId,
      details: { attachmentId: attachments[0].id, name: 'notes.txt' },
    });
  });

  it('contains reported messages, without their contents', async () => {
    await owner.subscribe(['reports'], [owner, alice]);
    const { stream_id: channelId } = await owner.api.get('/get_stream_id', { stream: 'reports' });
    await owner.api.patch('/realm', { moderation_request_channel_id: channelId });
    const id = await alice.send('reports', 'a rude content');
    await owner.api.post(`/messages/${id}/report`, { report_type: 'spam', description: 'a description' });
    const [entry] = await entriesOf('message.reported', 1);
    expect(entry).toMatchObject({
      actor_id: owner.userId,
      user_id: alice.userId,
      details: { messageId: id, reportType: 'spam' },
    });
    expect(JSON.stringify(entry)).not.toContain('a description');
  });

  it('contains changed retention times, and views of API keys of bots', async () => {
    await alice.subscribe(['kept'], [alice]);
    const { stream_id: channelId } = await alice.api.get('/get_stream_id', { stream: 'kept' });
    await owner.api.patch(`/streams/${channelId}`, { message_retention_days: 30 });
    await owner.api.patch('/realm', { message_retention_days: 365 });
    const { entries } = await owner.api.get('/realm/audit_log', { limit: 500 });
    expect(entries.find(({ details }: Body) => details.setting === 'message_retention_days')).toMatchObject({
      action: 'organization.setting_changed',
      details: { to: 365 },
    });
    await until('the retention of the channel is collected', async () => {
      const { entries: all } = await owner.api.get('/realm/audit_log', { limit: 500 });
      return (all as Body[]).some(
        ({ action, details }) =>
          action === 'channel.changed' && details.channelId === channelId && details.to === 30,
      );
    });
    const { user_id: botId } = await alice.api.post('/bots', { full_name: 'Robot', short_name: 'robot' });
    await alice.api.get(`/bots/${botId}/api_key`);
    expect((await entriesOf('bot.api_key_shown', 1))[0]).toMatchObject({
      actor_id: alice.userId,
      user_id: botId,
    });
  });
});
