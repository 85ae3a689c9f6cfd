import { type AnyNetwork, anyNetwork, type Body, Organization, Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let network: AnyNetwork;
let alice: Person;
let bob: Person;
/** A bot that is not subscribed to any channel. */
let bot: Person;

beforeAll(async () => {
  network = await anyNetwork({});
  const organization = await Organization.create(network);
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['lobby'], [alice, bob]);
  const created = await organization.owner.api.post('/bots', { full_name: 'Robot', short_name: 'robot' });
  const { user_id: userId, api_key: apiKey } = created;
  const { email } = created.bot;
  bot = new Person({ userId, email, apiKey }, network.client({ email, apiKey }));
});

afterAll(() => network?.stop());

it('a bot reads and changes its messages in a public channel without a subscription', async () => {
  const id = await bot.send('lobby', 'from the bot');
  expect((await bot.api.get(`/messages/${id}`)).message).toMatchObject({ id, flags: ['read', 'historical'] });
  await bot.api.patch(`/messages/${id}`, { content: 'edited by the bot' });
  await bot.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await bot.api.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  const other = await alice.send('lobby', 'from alice');
  const ids = (await bot.messages([['channel', 'lobby']])).map((message) => message.id);
  expect(ids).toEqual([id, other]);
});

it('a mentioned bot receives the event, flagged, without a subscription', async () => {
  const queue = await bot.register({ event_types: ['message'], fetch_event_types: [] });
  await alice.send('lobby', 'not for the bot');
  const id = await alice.send('lobby', '@**Robot** hello');
  const events: Body[] = [];
  await until('the mention reaches the bot', async () => {
    events.push(...(await queue.pollNow()));
    return events.length > 0;
  });
  expect(events).toMatchObject([{ type: 'message', message: { id }, flags: ['mentioned'] }]);
  expect((await bot.messages([['is', 'mentioned']])).map((message) => message.id)).toEqual([id]);
});

it('a bot that an edit mentions receives the edit without a subscription, and also the edit that removes the mention', async () => {
  const id = await alice.send('lobby', 'nobody yet');
  const queue = await bot.register({ event_types: ['message', 'update_message'], fetch_event_types: [] });
  const events: Body[] = [];
  const received = (count: number) =>
    until('the edit reaches the bot', async () => {
      events.push(...(await queue.pollNow()));
      return events.length === count;
    });
  await alice.api.patch(`/messages/${id}`, { content: '@**Robot** now you' });
  await received(1);
  await alice.api.patch(`/messages/${id}`, { content: 'nobody again' });
  await received(2);
  await alice.api.patch(`/messages/${id}`, { content: 'nothing for the bot' });
  await alice.send('lobby', '@**Robot** the end');
  await received(3);
  const update = { type: 'update_message', message_id: id };
  expect(events).toMatchObject([
    { ...update, content: '@**Robot** now you', flags: ['mentioned'] },
    { ...update, content: 'nobody again', flags: [] },
    { type: 'message' },
  ]);
});

it('a message from a muted user is marked as read for the user who muted the sender', async () => {
  await bob.api.post(`/users/me/muted_users/${alice.userId}`);
  // Replicas may use cached data for up to a second in requests of other users.
  await network.caughtUp();
  const queue = await bob.register({ event_types: ['message'], fetch_event_types: [] });
  const id = await alice.send('lobby', 'unseen');
  const events: Body[] = [];
  await until('the message reaches bob', async () => {
    events.push(...(await queue.pollNow()));
    return events.length > 0;
  });
  expect(events).toMatchObject([{ message: { id }, flags: ['read'] }]);
  const { unread_msgs } = await bob.api.post('/register', {
    event_types: [],
    fetch_event_types: ['message', 'update_message_flags'],
  });
  expect(unread_msgs.streams.flatMap((place: Body) => place.unread_message_ids)).not.toContain(id);
});
