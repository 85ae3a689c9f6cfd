import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppProgram, isSigned, manifestFor } from './app-program.ts';

// Events that go to the programs of apps (Slack's Events API) and of bots of type 3.

const program = new AppProgram();
/** Returns the challenge, and otherwise nothing. */
const answering = () => {
  program.answer = ({ payload }) =>
    payload?.type === 'url_verification' ? { body: { challenge: payload.challenge } } : {};
};
let site: Site;
let network: Network;
let owner: Person;
let alice: Person;
let bob: Person;
let app: Body;
let credentials: Body;

beforeAll(async () => {
  site = await startSite(program.listener);
  network = await Network.start({
    replicas: { integrations: 2 },
    env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: site.host, PARLEY_INTEGRATIONS_RETRY_MS: '100' },
  });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['lobby'], [alice, bob]);
  ({ app, credentials } = await owner.api.post('/apps', {
    manifest: JSON.stringify(
      manifestFor(`${site.url}/events`, {
        name: 'Listener',
        commands: [],
        events: [
          'app_mention',
          'message',
          'reaction_added',
          'reaction_removed',
          'channel_created',
          'channel_archived',
          'member_joined_channel',
          'member_left_channel',
        ],
      }),
    ),
  }));
});
afterAll(async () => {
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  program.reset();
  answering();
});

const events = (path = '/events'): Body[] =>
  program.requests
    .filter((each) => each.path === path && each.payload?.type === 'event_callback')
    .map(({ payload }) => payload.event);

const seen = (type: string): Promise<boolean> =>
  until(`an event ${type}`, () => events().some((event) => event.type === type));

it('an address gets no event before it has returned the challenge', async () => {
  program.answer = () => ({ body: 'no' });
  const id = await bob.send('lobby', '@**Listener** first', 'calls');
  await until('it was asked', () =>
    program.requests.some(({ payload }) => payload.type === 'url_verification'),
  );
  expect(events()).toEqual([]);
  answering();
  await seen('app_mention');
  expect(events().filter(({ type }) => type === 'app_mention')).toHaveLength(1);
  const request = program.requests.find(({ payload }) => payload.type === 'event_callback')!;
  expect(isSigned(request, credentials.signing_secret)).toBe(true);
  expect(request.payload).toMatchObject({
    type: 'event_callback',
    api_app_id: `A${app.id}`,
    event_id: expect.stringMatching(/^Ev\d+$/),
    authorizations: [{ user_id: `U${app.bot_id}`, is_bot: true }],
    event: {
      type: 'app_mention',
      user: `U${bob.userId}`,
      text: `<@U${app.bot_id}> first`,
      channel: expect.stringMatching(new RegExp(`^C\\d+M${id}$`)),
      ts: expect.stringMatching(new RegExp(`\\.0*${id}$`)),
    },
  });
});

it('an answer to the channel of an event goes to the topic of its message', async () => {
  await bob.send('lobby', '@**Listener** where?', 'deep topic');
  await seen('app_mention');
  const { channel } = events().find(({ type }) => type === 'app_mention')!;
  const answer = await fetch(`${network.gatewayUrl()}/slack/api/chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.token}` },
    body: new URLSearchParams({ channel, text: 'here' }),
  });
  expect(await answer.json()).toMatchObject({ ok: true });
  expect((await bob.messages([['channel', 'lobby']])).at(-1)).toMatchObject({
    content: 'here',
    subject: 'deep topic',
  });
});

it('direct messages are events, and messages of channels to which the bot is subscribed', async () => {
  await bob.send('lobby', 'not yet', 'calls');
  const listener = { userId: app.bot_id } as Person;
  await bob.sendDirect([listener], 'hello you');
  await seen('message');
  await alice.subscribe(['lobby'], [listener]);
  await bob.send('lobby', 'now', 'calls');
  await until('the message of the channel', () => events().some(({ text }) => text === 'now'));
  const texts = events()
    .filter(({ type }) => type === 'message')
    .map(({ text, channel_type }) => [text, channel_type]);
  expect(texts).toEqual([
    ['hello you', 'im'],
    ['now', 'channel'],
  ]);
});

it('reactions, channels and members are events, of which nothing private is told', async () => {
  const id = await alice.send('lobby', 'react');
  await bob.api.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await seen('reaction_added');
  expect(events().find(({ type }) => type === 'reaction_added')).toMatchObject({
    user: `U${bob.userId}`,
    reaction: 'tada',
    item_user: `U${alice.userId}`,
    item: { type: 'message', ts: expect.stringMatching(new RegExp(`\\.0*${id}$`)) },
  });
  await bob.api.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await seen('reaction_removed');
  await alice.subscribe(['secret'], [alice], { invite_only: true });
  const hidden = await alice.send('secret', 'psst');
  await alice.api.post(`/messages/${hidden}/reactions`, { emoji_name: 'eyes' });
  await alice.subscribe(['open'], [alice, bob]);
  await until(
    'both have joined',
    () => events().filter(({ type }) => type === 'member_joined_channel').length >= 2,
  );
  expect(
    events()
      .filter(({ type }) => type === 'channel_created')
      .map(({ channel }) => channel.name),
  ).toEqual(['open']);
  await bob.unsubscribe(['open']);
  await seen('member_left_channel');
  expect(JSON.stringify(events())).not.toMatch(/secret|eyes/);
  // Nor do those who manage the bot see in its deliveries that something happened.
  const { deliveries } = await owner.api.get(`/bots/${app.bot_id}/deliveries`, {
    direction: 'out',
    limit: 100,
  });
  expect(deliveries.length).toBeGreaterThan(0);
  expect(deliveries.filter(({ state }: Body) => state === 'dead')).toEqual([]);
});

it('a bot of type 3 gets the kinds of events that it has asked for', async () => {
  const created = await alice.api.post('/bots', {
    full_name: 'Watcher',
    short_name: 'watcher',
    bot_type: 3,
    payload_url: `${site.url}/watch`,
  });
  const path = `/bots/${created.user_id}/outgoing_webhook`;
  await expect(alice.api.patch(path, { events: ['nonsense'] })).rejects.toMatchObject({ status: 400 });
  const { outgoing_webhook } = await alice.api.patch(path, { events: ['reaction_added'] });
  expect(outgoing_webhook.events).toEqual(['reaction_added']);
  const id = await alice.send('lobby', 'again');
  await until('the event is there', async () => {
    await bob.api.raw('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    await bob.api.raw('DELETE', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    return program.requests.some((each) => each.path === '/watch');
  });
  expect(program.requests.find((each) => each.path === '/watch')!.payload).toMatchObject({
    trigger: 'event',
    event: { type: 'reaction_added', user_id: bob.userId, message_id: id, emoji_name: 'tada' },
    bot_full_name: 'Watcher',
  });
});

it('an administrator changes the events of an app, which then gets only those', async () => {
  const change = (values: Body) => owner.api.patch(`/apps/${app.id}`, values);
  for (const wrong of [{ events: ['nonsense'] }, { events: ['message'], manifest: '{}' }])
    await expect(change(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ status: 400 });
  await expect(alice.api.patch(`/apps/${app.id}`, { events: [] })).rejects.toMatchObject({ status: 400 });
  const { app: changed } = await change({ events: ['reaction_removed', 'team_join'] });
  expect(changed).toMatchObject({ name: 'Listener', events: ['reaction_removed', 'team_join'] });
  const id = await alice.send('lobby', 'once more');
  // A change of the list takes up to two seconds.
  await until('only the wanted event is sent', async () => {
    program.reset();
    answering();
    await bob.api.raw('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    await bob.api.raw('DELETE', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    await seen('reaction_removed');
    return events().every(({ type }) => type === 'reaction_removed');
  });
  await until('the log tells of it', async () => {
    const { entries } = await owner.api.get('/realm/audit_log', { limit: 20 });
    return entries.some(
      ({ action, details }: Body) => action === 'app.changed' && details.changed[0] === 'events',
    );
  });
});
