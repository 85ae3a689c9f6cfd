import { type AnyNetwork, anyNetwork, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let network: AnyNetwork;
let owner: Person;
let alice: Person;
let bob: Person;
let eve: Person;

beforeAll(async () => {
  network = await anyNetwork();
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob, eve } = await organization.add('alice', 'bob', 'eve'));
});

afterAll(() => network?.stop());

describe('two people', () => {
  it('join a channel and receive each other’s messages', async () => {
    await alice.subscribe(['lunch']);
    await bob.subscribe(['lunch']);
    await using inbox = (await bob.register({ event_types: ['message'] })).start();
    const id = await alice.send('lunch', 'Soup **today**', 'menu');
    const event = await inbox.waitFor((events) => events.find((each) => each.message?.id === id));
    expect(event).toMatchObject({
      type: 'message',
      flags: [],
      message: {
        id,
        sender_id: alice.userId,
        sender_email: alice.email,
        type: 'stream',
        display_recipient: 'lunch',
        subject: 'menu',
        content: 'Soup **today**',
        content_type: 'text/x-markdown',
      },
    });
  });

  it('exchange direct messages that no other user receives', async () => {
    await using bobs = (await bob.register({ event_types: ['message'] })).start();
    const eves = await eve.register({ event_types: ['message'] });
    const id = await alice.sendDirect([bob], 'Only you');
    await bobs.waitFor((events) => events.find((each) => each.message?.id === id));
    await network.caughtUp();
    expect(await eves.pollNow()).toEqual([]);
    const [read] = await bob.messages([{ operator: 'dm', operand: [alice.userId] }]);
    expect(read).toMatchObject({ id, type: 'private', content: 'Only you' });
    expect(await eve.messages()).toEqual([]);
  });

  it('get the echo of a message in the queue that sent it, and only there', async () => {
    const sending = await alice.register({ event_types: ['message'] });
    const other = await alice.register({ event_types: ['message'] });
    await alice.send('lunch', 'echo', 'menu', { queue_id: sending.queueId, local_id: 'local-1.5' });
    await network.caughtUp();
    expect(await sending.pollNow()).toMatchObject([{ type: 'message', local_message_id: 'local-1.5' }]);
    const [there] = await other.pollNow();
    expect(there).toMatchObject({ type: 'message' });
    expect(there).not.toHaveProperty('local_message_id');
  });

  it('read messages as source text and as HTML', async () => {
    await alice.send('lunch', '*form*', 'forms');
    const narrow = [
      { operator: 'channel', operand: 'lunch' },
      { operator: 'topic', operand: 'forms' },
    ];
    expect(await bob.messages(narrow)).toMatchObject([
      { content: '*form*', content_type: 'text/x-markdown' },
    ]);
    expect(await bob.messages(narrow, { apply_markdown: true })).toMatchObject([
      { content: '<p><em>form</em></p>', content_type: 'text/html' },
    ]);
    const { topics } = await bob.api.get(`/users/me/${(await channelId(bob, 'lunch')).toString()}/topics`);
    expect(topics.map((topic: { name: string }) => topic.name)).toEqual(['forms', 'menu']);
  });
});

describe('subscriptions', () => {
  it('are announced to the new subscriber and to the other users', async () => {
    await alice.subscribe(['garden']);
    const alices = await alice.register({ event_types: ['subscription'] });
    const bobs = await bob.register({ event_types: ['subscription'] });
    await bob.subscribe(['garden']);
    await network.caughtUp();
    expect(await bobs.pollNow()).toMatchObject([
      { type: 'subscription', op: 'add', subscriptions: [{ name: 'garden' }] },
    ]);
    expect(await alices.pollNow()).toMatchObject([
      {
        type: 'subscription',
        op: 'peer_add',
        user_ids: [bob.userId],
        stream_ids: [await channelId(bob, 'garden')],
      },
    ]);
    await bob.unsubscribe(['garden']);
    await network.caughtUp();
    expect(await bobs.pollNow()).toMatchObject([
      { type: 'subscription', op: 'remove', subscriptions: [{ name: 'garden' }] },
    ]);
    expect(await alices.pollNow()).toMatchObject([
      { type: 'subscription', op: 'peer_remove', user_ids: [bob.userId] },
    ]);
  });

  it('announce a new channel to users who may see it', async () => {
    const eves = await eve.register({ event_types: ['stream', 'subscription'] });
    await alice.subscribe(['open']);
    await alice.subscribe(['closed'], undefined, { invite_only: true });
    await network.caughtUp();
    const seen = JSON.stringify(await eves.pollNow());
    expect(seen).toContain('"open"');
    expect(seen).not.toContain('"closed"');
  });
});

describe('an account', () => {
  it('is announced when an administrator creates it', async () => {
    const alices = await alice.register({ event_types: ['realm_user'] });
    const { user_id } = await owner.api.post('/users', {
      email: 'carol@test.example',
      password: 'a fine password',
      full_name: 'Carol',
    });
    await network.caughtUp();
    expect(await alices.pollNow()).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id, full_name: 'Carol' } },
    ]);
    const { members } = await alice.api.get('/users');
    expect(members.map((member: { user_id: number }) => member.user_id)).toContain(user_id);
  });

  it('cannot be created by a member', async () => {
    await expect(
      alice.api.post('/users', {
        email: 'mallory@test.example',
        password: 'a fine password',
        full_name: 'Mallory',
      }),
    ).rejects.toMatchObject({ status: 400 });
  });
});

describe('a queue', () => {
  it('does not exist after its deletion', async () => {
    const queue = await alice.register();
    await alice.api.delete('/events', { queue_id: queue.queueId });
    await expect(queue.pollNow()).rejects.toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
      body: { queue_id: queue.queueId },
    });
  });

  it('is accessible only to its owner', async () => {
    const queue = await alice.register();
    await expect(
      eve.api.get('/events', { queue_id: queue.queueId, last_event_id: -1, dont_block: true }),
    ).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
    expect(await queue.pollNow()).toEqual([]);
  });
});

async function channelId(person: Person, name: string): Promise<number> {
  const { streams } = await person.api.get('/streams');
  return streams.find((stream: { name: string }) => stream.name === name).stream_id;
}
