import { type AnyNetwork, anyNetwork, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let network: AnyNetwork;
let alice: Person;
let bob: Person;
let eve: Person;
let lunch: number;
let secret: number;

beforeAll(async () => {
  network = await anyNetwork({ replicas: { messaging: 2, channel: 2 } });
  const organization = await Organization.create(network);
  ({ alice, bob, eve } = await organization.add('alice', 'bob', 'eve'));
  await alice.subscribe(['lunch'], [alice, bob, eve]);
  await alice.subscribe(['secret'], [alice, bob], { invite_only: true });
  const { subscriptions } = await alice.api.get('/users/me/subscriptions');
  const idOf = (name: string) => subscriptions.find((each: { name: string }) => each.name === name).stream_id;
  lunch = idOf('lunch');
  secret = idOf('secret');
});

afterAll(() => network?.stop());

const follows = { automatically_follow_topics_policy: 1 };
const never = {
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  automatically_follow_topics_where_mentioned: false,
};

const post = (person: Person, topic: string, content = 'hello') =>
  person.api.post('/messages', { type: 'channel', to: lunch, topic, content });

/** Returns a person's visibility policies by topic, from a registration. */
async function topicsOf(person: Person): Promise<Record<string, number>> {
  const { user_topics } = await person.api.post('/register', {
    event_types: ['user_topic'],
    fetch_event_types: ['user_topic'],
  });
  return Object.fromEntries(
    user_topics.map((each: { stream_id: number; topic_name: string; visibility_policy: number }) => [
      `${each.stream_id === lunch ? 'lunch' : 'secret'} ${each.topic_name}`,
      each.visibility_policy,
    ]),
  );
}

/** Posts to a topic, and waits until it has the policy. The answer lacks the policy if its change takes too long. */
async function postUntil(person: Person, topic: string, policy: number): Promise<void> {
  const { automatic_new_visibility_policy = policy } = await post(person, topic);
  expect(automatic_new_visibility_policy).toBe(policy);
  await until(`${topic} has policy ${policy}`, async () => {
    if ((await topicsOf(person))[`lunch ${topic}`] === policy) return true;
    await post(person, topic);
    return false;
  });
}

describe('a topic in which a user participates', () => {
  it('is followed: the answer and an event to the user’s clients report it once', async () => {
    await alice.api.patch('/settings', follows);
    await bob.api.patch('/settings', never);
    const queue = await alice.register({ event_types: ['user_topic'] });
    const bobs = await bob.register({ event_types: ['user_topic'] });
    await postUntil(alice, 'soup', 3);
    expect(await post(alice, 'Soup')).not.toHaveProperty('automatic_new_visibility_policy');
    expect(await post(bob, 'soup')).not.toHaveProperty('automatic_new_visibility_policy');
    await network.caughtUp();
    expect(await queue.pollNow()).toMatchObject([
      { type: 'user_topic', stream_id: lunch, topic_name: 'soup', visibility_policy: 3 },
    ]);
    expect(await bobs.pollNow()).toEqual([]);
    expect(await topicsOf(alice)).toMatchObject({ 'lunch soup': 3 });
  });

  it('is unmuted in a muted channel, unless followed, by the setting at that time', async () => {
    await bob.api.patch('/settings', { ...never, automatically_unmute_topics_in_muted_streams_policy: 2 });
    const mute = (value: boolean) =>
      bob.api.post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: lunch, property: 'is_muted', value }],
      });
    await mute(true);
    await postUntil(bob, 'salad', 2);
    await bob.api.patch('/settings', follows);
    await postUntil(bob, 'salad', 3);
    await bob.api.patch('/settings', never);
    await mute(false);
    expect(await post(bob, 'bread')).not.toHaveProperty('automatic_new_visibility_policy');
  });

  it('is followed by mentioned users, and stays muted for users who muted it', async () => {
    await eve.api.patch('/settings', { ...never, automatically_follow_topics_where_mentioned: true });
    await eve.api.post('/user_topics', { stream_id: lunch, topic: 'quiet', visibility_policy: 1 });
    await network.caughtUp();
    await until('eve follows the topic', async () => {
      for (const topic of ['quiet', 'loud']) await post(alice, topic, '@**eve**');
      return 'lunch loud' in (await topicsOf(eve));
    });
    expect(await topicsOf(eve)).toEqual({ 'lunch quiet': 1, 'lunch loud': 3 });
  });

  it('keeps its personal settings when it is moved, for users who may read it there', async () => {
    for (const person of [bob, eve]) {
      await person.api.patch('/settings', never);
      await person.api.post('/user_topics', { stream_id: lunch, topic: 'plans', visibility_policy: 3 });
    }
    await bob.api.post('/user_topics', { stream_id: secret, topic: 'trip', visibility_policy: 1 });
    await alice.send(secret, 'there already', 'trip');
    await alice.send(lunch, 'one', 'plans');
    const id = await alice.send(lunch, 'two', 'plans');
    const move = (params: object) => alice.api.patch(`/messages/${id}`, { ...params });
    await move({ topic: 'part of it', propagate_mode: 'change_one' });
    await move({ topic: 'plans', propagate_mode: 'change_one' });
    expect(await topicsOf(bob)).toMatchObject({ 'lunch plans': 3 });
    await move({ topic: '✔ plans', propagate_mode: 'change_all' });
    await until(
      'the setting is with the resolved topic',
      async () => '3' === String((await topicsOf(eve))['lunch ✔ plans']),
    );
    const queue = await eve.register({ event_types: ['user_topic'] });
    await move({ stream_id: secret, topic: 'trip', propagate_mode: 'change_all' });
    await until(
      'the setting is with the moved topic',
      async () => (await topicsOf(bob))['secret trip'] === 3,
    );
    await until('it is gone for who cannot see it', async () => !('lunch ✔ plans' in (await topicsOf(eve))));
    expect(await topicsOf(eve)).not.toHaveProperty('secret trip');
    expect(await topicsOf(bob)).not.toHaveProperty('lunch plans');
    await network.caughtUp();
    expect(await queue.pollNow()).toMatchObject([
      { type: 'user_topic', stream_id: lunch, topic_name: '✔ plans', visibility_policy: 0 },
    ]);
  });
});

describe('typing', () => {
  it('is sent neither by users who disabled it nor to users who disabled it', async () => {
    const capable = { client_capabilities: { stream_typing_notifications: true } };
    const bobs = await bob.register({ event_types: ['typing'], ...capable });
    await alice.api.patch('/settings', { send_private_typing_notifications: false });
    const toBob = { op: 'start', to: [bob.userId] };
    await expect(alice.api.post('/typing', toBob)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    // Signals can be lost.
    await until('the first signal came', async () => {
      await alice.api.post('/typing', { op: 'start', type: 'channel', stream_id: lunch, topic: 'soup' });
      await bobs.pollNow();
      return bobs.events.length > 0;
    });
    await network.caughtUp();
    await bobs.pollNow();
    const before = bobs.events.length;
    await alice.api.patch('/settings', {
      send_private_typing_notifications: true,
      send_stream_typing_notifications: false,
    });
    await bob.api.patch('/settings', { receives_typing_notifications: false });
    await network.caughtUp();
    await alice.api.post('/typing', toBob);
    await expect(
      alice.api.post('/typing', { op: 'start', type: 'channel', stream_id: lunch, topic: 'soup' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await network.caughtUp();
    await bobs.pollNow();
    expect(bobs.events).toHaveLength(before);
    for (const event of bobs.events)
      expect(event).toMatchObject({ type: 'typing', message_type: 'stream', stream_id: lunch });
  });
});
