import { type AnyNetwork, anyNetwork, type Body, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let network: AnyNetwork;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  network = await anyNetwork();
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['lunch']);
  await bob.subscribe(['lunch']);
});

afterAll(() => network?.stop());

const channelId = async (name: string): Promise<number> => {
  const { stream_id: id } = await alice.api.get('/get_stream_id', { stream: name });
  return id as number;
};

describe('flags', () => {
  it('are announced only to the user’s own clients, with details of unread messages', async () => {
    const lunch = await channelId('lunch');
    const id = await bob.send(lunch, 'hello @**alice**', '');
    const direct = await bob.sendDirect([alice], 'psst');
    const first = await alice.register({
      event_types: ['update_message_flags'],
      client_capabilities: { empty_topic_name: true },
    });
    const second = await alice.register({ event_types: ['update_message_flags'] });
    const bobs = await bob.register({ event_types: ['update_message_flags'] });
    await alice.api.post('/messages/flags', { messages: [id, direct], op: 'add', flag: 'read' });
    await alice.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await alice.api.post('/messages/flags', { messages: [id, direct], op: 'remove', flag: 'read' });
    await network.caughtUp();
    const events = await first.pollNow();
    expect(events).toMatchObject([
      { op: 'add', operation: 'add', flag: 'read', messages: [id, direct], all: false },
      { op: 'add', flag: 'starred', messages: [id] },
      {
        op: 'remove',
        flag: 'read',
        messages: [id, direct],
        message_details: {
          [id]: { type: 'stream', stream_id: lunch, topic: '' },
          [direct]: { type: 'private', user_ids: [bob.userId] },
        },
      },
    ]);
    const [, , named] = await second.pollNow();
    expect(named).toMatchObject({ message_details: { [id]: { topic: 'general chat' } } });
    expect(await bobs.pollNow()).toEqual([]);
  });

  it('mark a left channel as read, also after its deletion and a later return', async () => {
    await alice.subscribe(['passing']);
    await bob.subscribe(['passing']);
    const unreadOf = async () => {
      const state = await bob.api.post('/register', {
        fetch_event_types: ['message', 'update_message_flags'],
      });
      return state.unread_msgs.streams.flatMap((each: Body) => each.unread_message_ids) as number[];
    };
    await bob.api.post('/mark_all_as_read');
    const ids = [await alice.send('passing', 'one'), await alice.send('passing', 'two')];
    expect(await unreadOf()).toEqual(ids);
    const queue = (await bob.register({ event_types: ['update_message_flags', 'delete_message'] })).start();
    const others = await alice.register({ event_types: ['update_message_flags'] });
    await bob.unsubscribe(['passing']);
    expect(await queue.waitFor(([first]) => first)).toMatchObject({
      op: 'add',
      flag: 'read',
      messages: ids,
      all: false,
    });
    await alice.api.delete(`/messages/${ids[0]}`);
    expect(await unreadOf()).toEqual([]);
    await bob.subscribe(['passing']);
    expect(await unreadOf()).toEqual([]);
    const later = await alice.send('passing', 'three');
    expect(await unreadOf()).toEqual([later]);
    await owner.api.delete(`/messages/${later}`);
    await network.caughtUp();
    expect(await unreadOf()).toEqual([]);
    expect(await queue.waitFor(([, second]) => second)).toMatchObject({
      type: 'delete_message',
      message_id: later,
    });
    await queue.stop();
    expect(await others.pollNow()).toEqual([]);
  });

  it('are exact in a registration: unread, starred, and after marking all as read', async () => {
    const lunch = await channelId('lunch');
    const queue = await alice.register({ event_types: ['update_message_flags'] });
    expect(await alice.api.post('/mark_all_as_read')).toMatchObject({ complete: true });
    const ids = [await bob.send(lunch, 'one', 'soup'), await bob.send(lunch, 'two', 'soup')];
    const state = await alice.api.post('/register', {
      fetch_event_types: ['message', 'update_message_flags', 'starred_messages'],
    });
    expect(state.unread_msgs).toMatchObject({
      count: 2,
      pms: [],
      streams: [{ stream_id: lunch, topic: 'soup', unread_message_ids: ids }],
    });
    expect(state.starred_messages).toHaveLength(1);
    await alice.api.post('/mark_topic_as_read', { stream_id: lunch, topic_name: 'SOUP' });
    await network.caughtUp();
    expect(await queue.pollNow()).toMatchObject([
      { op: 'add', flag: 'read', messages: [], all: true },
      { op: 'add', flag: 'read', messages: ids, all: false },
    ]);
    const { user_ids: readers } = await bob.api.get(`/messages/${ids[0]}/read_receipts`);
    expect(readers).toEqual([alice.userId]);
    // People who have muted each other do not see what the other one has read, in either direction.
    for (const [one, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      await one.api.post(`/users/me/muted_users/${other.userId}`);
      expect((await bob.api.get(`/messages/${ids[0]}/read_receipts`)).user_ids).toEqual([]);
      await one.api.delete(`/users/me/muted_users/${other.userId}`);
    }
    expect((await bob.api.get(`/messages/${ids[0]}/read_receipts`)).user_ids).toEqual([alice.userId]);
    await alice.api.patch('/settings', { send_read_receipts: false });
    expect((await bob.api.get(`/messages/${ids[0]}/read_receipts`)).user_ids).toEqual([]);
  });
});

describe('narrows', () => {
  it('support followed topics and public channels', async () => {
    await bob.subscribe(['garden']);
    const elsewhere = await bob.send('garden', 'tomatoes and beans', 'plants');
    const followed = await bob.send('lunch', 'tomatoes', 'salad');
    await alice.api.post('/user_topics', {
      stream_id: await channelId('lunch'),
      topic: 'salad',
      visibility_policy: 3,
    });
    const idsOf = async (...narrow: unknown[]) => (await alice.messages(narrow)).map(({ id }) => id);
    const inSalad = { operator: 'topic', operand: 'salad' };
    expect(await idsOf({ operator: 'is', operand: 'followed' }, inSalad)).toEqual([followed]);
    const word = { operator: 'search', operand: 'tomato' };
    expect(await idsOf(word)).toEqual([followed]);
    expect(await idsOf(word, ['channels', 'public'])).toEqual([elsewhere, followed]);
    const { messages } = await alice.api.get('/messages/matches_narrow', {
      msg_ids: [elsewhere, followed],
      narrow: [word],
    });
    expect(messages[String(followed)].match_content).toContain('<span class="highlight">tomatoes</span>');
    const { message } = await alice.api.get(`/messages/${elsewhere}`);
    expect(message).toMatchObject({ id: elsewhere, flags: ['read', 'historical'] });
    const { processed_count: processed } = await alice.api.post('/messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 50,
      narrow: [{ operator: 'is', operand: 'unread' }],
      op: 'add',
      flag: 'read',
    });
    expect(processed).toBe(1);
    expect(await owner.messages([['is', 'unread']])).toEqual([]);
  });
});

describe('unread messages in a registration', () => {
  it('are counted without muted topics and channels, but with unmuted and followed topics of muted channels', async () => {
    await alice.subscribe(['loud', 'quiet'], [alice, bob]);
    const [loud, quiet] = [await channelId('loud'), await channelId('quiet')];
    const quieten = { subscription_data: [{ stream_id: quiet, property: 'is_muted', value: true }] };
    await alice.api.post('/users/me/subscriptions/properties', quieten);
    const policies = [
      [loud, 'Muted', 1],
      [quiet, 'unmuted', 2],
      [quiet, 'followed', 3],
    ] as const;
    for (const [stream_id, topic, visibility_policy] of policies) {
      await alice.api.post('/user_topics', { stream_id, topic, visibility_policy });
    }
    await alice.api.post('/mark_all_as_read');
    for (const topic of ['muted', 'plain', '']) await bob.send(loud, 'x', topic);
    for (const topic of ['plain', 'UNMUTED', 'followed']) await bob.send(quiet, 'x', topic);
    for (const more of [[], ['user_topic']]) {
      const state = await alice.api.post('/register', {
        fetch_event_types: ['message', 'update_message_flags', ...more],
      });
      expect(state.unread_msgs.count).toBe(4);
      expect(state.unread_msgs.streams).toHaveLength(6);
      expect('user_topics' in state).toBe(more.length > 0);
    }
  });

  it('include archived channels only for clients that support them', async () => {
    await alice.subscribe(['closing'], [alice, bob]);
    const closing = await channelId('closing');
    const id = await bob.send(closing, '@**all** last words', 'end');
    await owner.api.delete(`/streams/${closing}`);
    const unreadIn = async (client_capabilities: Body) => {
      const fetch_event_types = ['message', 'update_message_flags', 'subscription'];
      const { unread_msgs, subscriptions } = await alice.api.post('/register', {
        fetch_event_types,
        client_capabilities,
      });
      // The notice that the channel was archived is unread too, but in a separate topic.
      const listed = unread_msgs.streams.filter(
        (each: Body) => each.stream_id === closing && each.topic === 'end',
      );
      const isKnown = subscriptions.some((each: Body) => each.stream_id === closing);
      return { listed, isKnown, isMention: unread_msgs.mentions.includes(id) };
    };
    const place = { stream_id: closing, topic: 'end', unread_message_ids: [id] };
    expect(await unreadIn({})).toEqual({ listed: [], isKnown: false, isMention: false });
    const known = { listed: [place], isKnown: true, isMention: true };
    expect(await unreadIn({ archived_channels: true })).toEqual(known);
  });
});
