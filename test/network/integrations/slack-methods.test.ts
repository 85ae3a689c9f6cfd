import { type Body, Network, Organization, type Person } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppProgram, buttons, callSlack, manifestFor, one } from './app-program.ts';

// The methods of Slack's Web API that apps call: those that say something, and those that read.

const program = new AppProgram();
let site: Site;
let network: Network;
let alice: Person;
let bob: Person;
let gil: Person;
let app: Body;
let credentials: Body;
let channelId: number;

beforeAll(async () => {
  site = await startSite(program.listener);
  network = await Network.start({ env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: site.host } });
  const organization = await Organization.create(network);
  ({ alice, bob, gil } = await organization.add('alice', 'bob', 'gil'));
  await alice.subscribe(['lobby'], [alice, bob]);
  channelId = (await alice.api.get('/get_stream_id', { stream: 'lobby' })).stream_id;
  ({ app, credentials } = await organization.owner.api.post('/apps', {
    manifest: JSON.stringify(manifestFor(`${site.url}/app`)),
  }));
});
afterAll(async () => {
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});

/** Calls a method of Slack's Web API as the app. */
const slack = (method: string, args: Body = {}, token: string = credentials.token): Promise<Body> =>
  callSlack(network.gatewayUrl(), { ...credentials, token }, method, args);

it('answers the other methods of Slack’s Web API', async () => {
  expect(await slack('auth.test')).toMatchObject({
    ok: true,
    user_id: `U${app.bot_id}`,
    bot_id: `B${app.bot_id}`,
  });
  expect(await slack('users.info', { user: `U${bob.userId}` })).toMatchObject({
    ok: true,
    user: { id: `U${bob.userId}`, name: 'bob', is_bot: false },
  });
  expect(await slack('conversations.info', { channel: `C${channelId}` })).toMatchObject({
    ok: true,
    channel: { name: 'lobby' },
  });
  const { members } = await slack('conversations.members', { channel: `C${channelId}` });
  expect(members.toSorted()).toEqual([`U${alice.userId}`, `U${bob.userId}`].toSorted());
  const id = await alice.send('lobby', 'for the history', 'alerts');
  const { messages } = await slack('conversations.history', { channel: `C${channelId}`, limit: 2 });
  expect(messages[0]).toMatchObject({ text: 'for the history', user: `U${alice.userId}` });
  expect(messages[0].ts.endsWith(String(id))).toBe(true);
  // A topic is what a thread is there.
  await alice.send('lobby', 'elsewhere', 'another');
  await alice.send('lobby', 'a second one', 'alerts');
  const thread = { channel: `C${channelId}`, ts: messages[0].ts };
  const replies = await slack('conversations.replies', thread);
  expect(replies.messages.at(-1)).toMatchObject({ text: 'a second one', topic: 'alerts' });
  expect(JSON.stringify(replies.messages)).not.toContain('elsewhere');
  const first = await slack('conversations.replies', { ...thread, limit: 1 });
  expect(first).toMatchObject({ has_more: true, messages: [{ ts: replies.messages[0].ts }] });
  const { next_cursor: cursor } = first.response_metadata;
  const second = await slack('conversations.replies', { ...thread, limit: 1, cursor });
  expect(second.messages[0].ts).toBe(replies.messages[1].ts);
  expect(await slack('conversations.replies', { ...thread, ts: '1.000001' })).toMatchObject({
    ok: false,
    error: 'thread_not_found',
  });
  const { ts } = await slack('chat.postMessage', {
    channel: `C${channelId}`,
    topic: 'alerts',
    blocks: buttons,
  });
  const change = { channel: `C${channelId}`, ts, text: 'updated' };
  expect(await slack('chat.update', change)).toMatchObject({
    ok: true,
    ts,
    message: { ts, text: 'updated' },
  });
  expect(await slack('chat.update', { ...change, text: '' })).toMatchObject({ error: 'no_text' });
  expect(await slack('chat.update', { ...change, ts: messages[0].ts })).toMatchObject({
    error: 'cant_update_message',
  });
  expect(await slack('chat.delete', { ...change, ts: '1.000001' })).toMatchObject({
    error: 'message_not_found',
  });
  expect((await one(alice, Number(ts.split('.')[1]))).content).toBe('updated');
  const toOne = { channel: `C${channelId}`, user: `U${bob.userId}`, text: 'psst' };
  expect(await slack('chat.postEphemeral', toOne)).toMatchObject({ ok: true });
  expect(await slack('chat.postEphemeral', { ...toOne, user: `U${gil.userId}` })).toMatchObject({
    error: 'user_not_in_channel',
  });
  expect(await slack('chat.postMessage', { channel: `U${bob.userId}`, text: 'direct' })).toMatchObject({
    ok: true,
  });
  expect((await bob.messages([['is', 'dm']])).at(-1)).toMatchObject({ content: 'direct' });
  for (const method of ['conversations.list', 'conversations.members', 'conversations.history'])
    expect(await slack(method, { channel: `C${channelId}`, cursor: 'dXNlcg==' })).toEqual({
      ok: false,
      error: 'invalid_cursor',
    });
  // The last one is an integer that a number cannot hold.
  for (const cursor of ['-1', '9007199254740993'])
    expect(await slack('conversations.replies', { ...thread, cursor })).toMatchObject({
      error: 'invalid_cursor',
    });
  expect(await slack('no.such')).toEqual({ ok: false, error: 'unknown_method' });
  expect(await slack('auth.test', {}, 'xoxb-1-wrong')).toEqual({ ok: false, error: 'invalid_auth' });
  // Repeated with the same ID, it is one message.
  const same = { channel: `C${channelId}`, text: 'once', client_msg_id: 'x1' };
  const { ts: sent } = await slack('chat.postMessage', same);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await slack('chat.postMessage', same)).ts).toBe(sent);
});
