import { hash } from 'node:crypto';
import { errors } from '@parley/core';
import { zulipEmojiPath } from '@parley/markdown';
import { InitialState } from '@parley/proto/common/v1/initial_state';
import { Origin } from '@parley/proto/events/v1/event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, callerId, send, snapshot, startTestGateway, type TestGateway, text } from './support.ts';

let gateway: TestGateway;
const seen: Record<string, unknown[]> = {};

/** Returns a handler that records its requests in `seen` and answers with `answer`. */
function recorded<Answer>(name: string, answer: Answer) {
  seen[name] = [];
  return async (request: unknown) => {
    seen[name]!.push(request);
    return answer;
  };
}

/** The answer to a send. */
const sent = { result: 'success', msg: '', id: 42, message_url: '/#here', message_link: '[x](/#here)' };
const last = (name: string) => seen[name]!.at(-1);

beforeAll(async () => {
  gateway = await startTestGateway({
    services: {
      messaging: {
        sendMessage: recorded('sendMessage', {
          id: 42,
          automaticNewVisibilityPolicy: undefined,
          url: '/#here',
          link: '[x](/#here)',
        }),
        getMessages: recorded('getMessages', {
          messagesJson: text([{ id: 1, content: 'ü' }]),
          foundNewest: true,
          foundOldest: false,
          foundAnchor: true,
          historyLimited: false,
          anchor: 1,
        }),
      },
      channel: {
        subscribe: recorded('subscribe', {
          subscribedJson: text({ 7: ['general'] }),
          alreadySubscribedJson: text({}),
          unauthorized: ['secret'],
          newSubscriptionMessagesSent: true,
        }),
        unsubscribe: recorded('unsubscribe', { removed: ['general'], notRemoved: [] }),
      },
      eventQueue: {
        createQueue: recorded('createQueue', { queueId: 'e1:q', lastEventId: 300, idleTimeoutSeconds: 600 }),
      },
    },
    config: { environment: 'development' },
  });
});

afterAll(() => gateway[Symbol.asyncDispose]());

it('serves its documentation for people and programs without credentials', async () => {
  const document = await send(gateway, { method: 'GET', url: '/api/openapi.json', anonymous: true });
  expect(document.status).toBe(200);
  expect(document.body).toMatchObject({ openapi: '3.1.0' });
  expect(document.body.paths).toHaveProperty(['/api/v1/messages', 'post']);
  const page = await send(gateway, { method: 'GET', url: '/api/docs', anonymous: true });
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.payload).toContain('<code>/api/v1/messages</code>');
});

it('describes the server without credentials', async () => {
  const { status, body, headers } = await send(gateway, {
    method: 'GET',
    url: '/api/v1/server_settings',
    anonymous: true,
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    result: 'success',
    msg: '',
    zulip_version: '12.0',
    zulip_merge_base: '12.0',
    zulip_feature_level: 478,
    realm_name: 'A <b>',
  });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

it('answers HEAD like GET, without a body', async () => {
  const url = '/api/v1/server_settings';
  const got = await send(gateway, { method: 'GET', url, anonymous: true });
  const head = await send(gateway, { method: 'HEAD', url, anonymous: true });
  expect(head.status).toBe(200);
  expect(head.payload).toBe('');
  expect(head.headers['content-length']).toBe(got.headers['content-length']);
});

it('returns API keys for passwords, and in development without a password', async () => {
  const expected = { result: 'success', msg: '', api_key: apiKey, email: 'a@b.example', user_id: callerId };
  const form = { username: 'a@b.example', password: 'null' };
  const fetched = await send(gateway, {
    method: 'POST',
    url: '/api/v1/fetch_api_key',
    form,
    anonymous: true,
  });
  expect(fetched.body).toEqual(expected);
  const dev = await send(gateway, {
    method: 'POST',
    url: '/api/v1/dev_fetch_api_key',
    form: { username: 'a@b.example' },
    anonymous: true,
  });
  expect(dev.body).toEqual(expected);
});

it('streams all users as one list', async () => {
  const { body } = await send(gateway, { method: 'GET', url: '/api/v1/users?nonsense=1' });
  expect(body).toEqual({
    result: 'success',
    msg: '',
    members: [{ user_id: 1 }, { user_id: 2 }, { user_id: 3 }],
    ignored_parameters_unsupported: ['nonsense'],
  });
});

it.each([
  ['/users/me', { user_id: callerId, max_message_id: 42 }],
  ['/users/9', { user: { user_id: 9 } }],
  ['/users/iago@demo.example', { user: { user_id: 9 } }],
  ['/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }],
  ['/streams', { streams: [{ stream_id: 1 }] }],
  ['//streams/', { streams: [{ stream_id: 1 }] }],
  ['/users/me/3/topics', { topics: [{ name: 'lunch', max_id: 5 }] }],
  ['/attachments', { attachments: [], upload_space_used: 5 }],
  ['/events?queue_id=q&last_event_id=-1', { queue_id: 'q', events: [{ id: 301, type: 'heartbeat' }] }],
])('GET %s', async (path, expected) => {
  const { status, body } = await send(gateway, { method: 'GET', url: `/api/v1${path}` });
  expect(body).toEqual({ result: 'success', msg: '', ...expected });
  expect(status).toBe(200);
});

it('asks for lists with the texts that it holds', async () => {
  const streams = Buffer.from(`[{"stream_id":1,"description":"${'x'.repeat(40_000)}"}]`);
  const digest = hash('sha256', streams, 'buffer');
  const sent: boolean[] = [];
  const own = { start: 14, end: 15, text: Buffer.from('7') };
  await using another = await startTestGateway({
    services: {
      channel: {
        getChannels: async ({ options }) => {
          const isHeld = options!.heldTexts.some((each) => each.equals(digest));
          sent.push(!isHeld);
          const shared = { name: 'streams', digest, replacements: [own], isShortLived: false };
          const member = { ...shared, text: isHeld ? Buffer.alloc(0) : streams };
          return {
            streamsJson: Buffer.alloc(0),
            state: InitialState.create({ fieldsJson: text({}), shared: [member] }),
          };
        },
      },
      userAdmin: {
        getGroups: async () => ({
          userGroupsJson: Buffer.alloc(0),
          state: InitialState.create({ fieldsJson: text({ user_groups: [{ id: 1 }] }) }),
        }),
        listPresences: async () => ({
          fieldsJson: Buffer.alloc(0),
          state: InitialState.create({ fieldsJson: text({ server_timestamp: 1.5, presences: {} }) }),
        }),
      },
    },
  });
  for (let time = 0; time < 2; time++) {
    const { body } = await send(another, { method: 'GET', url: '/api/v1/streams' });
    expect(body).toEqual({
      result: 'success',
      msg: '',
      streams: [{ stream_id: 7, description: 'x'.repeat(40_000) }],
    });
  }
  expect(sent).toEqual([true, false]);
  const { body } = await send(another, { method: 'GET', url: '/api/v1/user_groups' });
  expect(body).toEqual({ result: 'success', msg: '', user_groups: [{ id: 1 }] });
  const presences = await send(another, { method: 'GET', url: '/api/v1/realm/presence' });
  expect(presences.body).toEqual({ result: 'success', msg: '', server_timestamp: 1.5, presences: {} });
});

it('creates accounts', async () => {
  const form = { email: 'new@b.example', password: 'x', full_name: 'New' };
  const { body } = await send(gateway, { method: 'POST', url: '/api/v1/users', form });
  expect(body).toEqual({ result: 'success', msg: '', user_id: 9 });
});

const toChannel = (channel: object, topic: string) => ({
  $case: 'channel',
  channel: { channel, topic },
});
const toPeople = (userIds: number[], emails: string[]) => ({ $case: 'direct', direct: { userIds, emails } });

it.each([
  [{ type: 'stream', to: 'general', subject: 'a' }, toChannel({ $case: 'name', name: 'general' }, 'a')],
  [{ type: 'channel', to: '"general"', topic: 'a' }, toChannel({ $case: 'name', name: 'general' }, 'a')],
  [
    { type: 'channel', to: '["general"]', topic: 'null' },
    toChannel({ $case: 'name', name: 'general' }, 'null'),
  ],
  [{ type: '"channel"', to: '11', topic: 'a' }, toChannel({ $case: 'channelId', channelId: 11 }, 'a')],
  [{ type: 'channel', to: '[11]', topic: '' }, toChannel({ $case: 'channelId', channelId: 11 }, '')],
  [{ type: 'private', to: 'a@x.example, b@x.example' }, toPeople([], ['a@x.example', 'b@x.example'])],
  [{ type: 'direct', to: '["a@x.example"]' }, toPeople([], ['a@x.example'])],
  [{ type: 'direct', to: '[5,6]' }, toPeople([5, 6], [])],
  [{ type: 'direct', to: '5' }, toPeople([5], [])],
])('sends %j', async (form, recipient) => {
  const { body } = await send(gateway, {
    method: 'POST',
    url: '/api/v1/messages',
    form: { ...form, content: 'null' } as Record<string, string>,
  });
  expect(body).toEqual(sent);
  expect(last('sendMessage')).toMatchObject({ recipient, content: 'null', localId: '' });
  expect((last('sendMessage') as { sendKey: string }).sendKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

it.each([
  [{ type: 'mail', to: 'x' }, 'BAD_REQUEST', 'type is not one of direct, channel, stream, private'],
  [{ to: 'x' }, 'REQUEST_VARIABLE_MISSING', "Missing 'type' argument"],
  [{ type: 'stream', to: '["a","b"]' }, 'BAD_REQUEST', 'Expected exactly one channel'],
  [
    { type: 'direct', to: '[1,"a"]' },
    'BAD_REQUEST',
    'to is not a channel, or a list of user IDs, or a list of email addresses',
  ],
  [{ type: 'direct', to: '[]' }, 'BAD_REQUEST', 'Message must have recipients'],
  [{ type: 'direct', to: '[1]', queue_id: 'q' }, 'REQUEST_VARIABLE_MISSING', "Missing 'local_id' argument"],
  [{ type: 'direct', to: '[1]', read_by_sender: 'maybe' }, 'BAD_REQUEST', 'read_by_sender is not a boolean'],
  [{ type: 'direct', to: '["\\u0000"]' }, 'BAD_REQUEST', 'to must not contain null bytes'],
])('refuses to send %j', async (form, code, msg) => {
  const { status, body } = await send(gateway, {
    method: 'POST',
    url: '/api/v1/messages',
    form: { ...form, content: 'x' } as Record<string, string>,
  });
  expect(body).toMatchObject({ result: 'error', code, msg });
  expect(status).toBe(400);
});

it('reads the same parameters of a POST from query, form, multipart and JSON', async () => {
  const fields = { type: 'direct', to: '[5]', content: 'ä & b' };
  const boundary = 'xyz';
  const multipart = `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--${boundary}--\r\n`;
  const url = '/api/v1/messages';
  const answers = await Promise.all([
    send(gateway, { method: 'POST', url: `${url}?${new URLSearchParams(fields)}` }),
    send(gateway, { method: 'POST', url: `${url}?content=overridden`, form: fields }),
    send(gateway, {
      method: 'POST',
      url,
      payload: multipart,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    }),
    send(gateway, {
      method: 'POST',
      url,
      payload: JSON.stringify({ ...fields, to: [5] }),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    }),
  ]);
  for (const { body } of answers) expect(body).toEqual(sent);
  for (const request of seen.sendMessage!.slice(-4)) {
    expect(request).toMatchObject({ content: 'ä & b', recipient: toPeople([5], []) });
  }
});

it('fetches messages around an anchor', async () => {
  const query = new URLSearchParams({
    anchor: '10000000000000000',
    num_before: '3',
    num_after: '0',
    narrow: JSON.stringify([['stream', 'x'], { operator: 'sender', operand: 5, negated: true }]),
  });
  const { body } = await send(gateway, { method: 'GET', url: `/api/v1/messages?${query}` });
  expect(body).toEqual({
    result: 'success',
    msg: '',
    anchor: 1,
    found_anchor: true,
    found_newest: true,
    found_oldest: false,
    history_limited: false,
    messages: [{ id: 1, content: 'ü' }],
  });
  expect(last('getMessages')).toMatchObject({
    anchor: '10000000000000000',
    includeAnchor: true,
    numBefore: 3,
    narrow: [
      {
        operator: 'stream',
        operand: { $case: 'text', text: 'x' },
        negated: false,
      },
      {
        operator: 'sender',
        operand: { $case: 'number', number: 5 },
        negated: true,
      },
    ],
    applyMarkdown: true,
  });
});

it.each([
  ['anchor=1&num_before=1', 'REQUEST_VARIABLE_MISSING', "Missing 'num_after' argument"],
  ['num_before=1&num_after=1', 'REQUEST_VARIABLE_MISSING', "Missing 'anchor' argument"],
  ['anchor=x&num_before=1&num_after=1', 'BAD_REQUEST', 'Invalid anchor'],
  ['anchor=1&num_before=-1&num_after=1', 'BAD_REQUEST', 'num_before is too small (minimum: 0)'],
  ['anchor=1&num_before=4000&num_after=4000', 'BAD_REQUEST', 'Too many messages requested (maximum 5000).'],
  ['message_ids=[1]&anchor=1', 'BAD_REQUEST', 'Unsupported parameter combination: message_ids, anchor'],
  ['message_ids=[1', 'BAD_REQUEST', 'message_ids is not valid JSON'],
  ['message_ids=[1,"a"]', 'BAD_REQUEST', 'message_ids[1] is not an integer'],
  ['narrow={}', 'BAD_REQUEST', 'narrow is not a list'],
  [
    'narrow=%5B%7B%7D%5D',
    'BAD_REQUEST',
    'narrow[0] is not an object with operator and operand, or a pair of strings',
  ],
  ['narrow=%zz', 'BAD_REQUEST', 'Malformed URL encoding'],
])('refuses GET /messages?%s', async (query, code, msg) => {
  const { status, body } = await send(gateway, { method: 'GET', url: `/api/v1/messages?${query}` });
  expect(body).toMatchObject({ result: 'error', code, msg });
  expect(status).toBe(400);
});

it('subscribes, with every form of the parameters', async () => {
  const form = {
    subscriptions: JSON.stringify([{ name: 'a' }, { name: 'b', description: 'd' }]),
    principals: '["x@y.example"]',
    authorization_errors_fatal: 'false',
    message_retention_days: '"unlimited"',
    topics_policy: '"inherit"',
    can_send_message_group: '{"direct_members":[1],"direct_subgroups":[]}',
    can_subscribe_group: '3',
  };
  const { body } = await send(gateway, { method: 'POST', url: '/api/v1/users/me/subscriptions', form });
  expect(body).toEqual({
    result: 'success',
    msg: '',
    subscribed: { 7: ['general'] },
    already_subscribed: {},
    new_subscription_messages_sent: true,
    unauthorized: ['secret'],
  });
  expect(last('subscribe')).toMatchObject({
    subscriptions: [
      { name: 'a', description: '' },
      { name: 'b', description: 'd' },
    ],
    principalEmails: ['x@y.example'],
    principalUserIds: [],
    authorizationErrorsFatal: false,
    messageRetentionDays: -1,
    topicsPolicy: 'inherit',
    groupSettings: {
      can_send_message_group: { value: { $case: 'anonymous', anonymous: { directMembers: [1] } } },
      can_subscribe_group: { value: { $case: 'groupId', groupId: 3 } },
    },
  });
});

it('names the place of an invalid value', async () => {
  const { body } = await send(gateway, {
    method: 'POST',
    url: '/api/v1/users/me/subscriptions',
    form: { subscriptions: '[{"name":"a"},{}]' },
  });
  expect(body.msg).toBe('subscriptions[1]["name"] is missing');
});

it('unsubscribes with parameters in the body of a DELETE, or in its query', async () => {
  const url = '/api/v1/users/me/subscriptions';
  const form = { subscriptions: '["general"]' };
  const expected = { result: 'success', msg: '', removed: ['general'], not_removed: [] };
  expect((await send(gateway, { method: 'DELETE', url, form })).body).toEqual(expected);
  const inQuery = `${url}?${new URLSearchParams({ ...form, principals: '[1]' })}`;
  expect((await send(gateway, { method: 'DELETE', url: inQuery })).body).toEqual(expected);
  expect(last('unsubscribe')).toEqual({
    channelNames: ['general'],
    principalUserIds: [1],
    principalEmails: [],
  });
});

it('registers a queue with the snapshots of the services that it asked', async () => {
  const form = {
    event_types: '["message"]',
    fetch_event_types: '["message","subscriptions"]',
    client_capabilities: '{"bulk_message_deletion":true,"archived_channels":false}',
    narrow: '[["is","dm"]]',
    idle_queue_timeout: '120',
  };
  const { body } = await send(gateway, { method: 'POST', url: '/api/v1/register', form });
  expect(body).toMatchObject({
    result: 'success',
    msg: '',
    zulip_feature_level: 478,
    queue_id: 'e1:q',
    last_event_id: 300,
    idle_queue_timeout_secs: 600,
    subscriptions: [],
    max_message_id: 42,
  });
  expect(body).not.toHaveProperty('max_topic_length');
  expect(last('createQueue')).toEqual({
    epoch: 'e1',
    startEventId: 256,
    filter: {
      eventTypes: ['message'],
      hasEventTypes: true,
      allPublicStreams: false,
      narrow: [{ operator: 'is', operand: 'dm' }],
    },
    capabilities: ['bulk_message_deletion'],
    applyMarkdown: false,
    slimPresence: false,
    idleTimeoutSeconds: 120,
    snapshots: [Origin.USER_ADMIN, Origin.CHANNEL, Origin.MESSAGING].map((origin) => ({ origin, snapshot })),
    channelIds: [11],
    role: 400,
    clientName: 'lightMyRequest',
  });
});

it('returns all fields to a client that requests no types', async () => {
  const { body } = await send(gateway, { method: 'POST', url: '/api/v1/register' });
  expect(body).toMatchObject({
    max_topic_length: 60,
    event_queue_longpoll_timeout_seconds: 90,
    event_queue_stream_available: true,
    server_emoji_data_url: 'http://parley.example/static/generated/emoji/emoji_api.json',
    realm_users: [],
  });
  expect((last('createQueue') as { snapshots: unknown[] }).snapshots).toHaveLength(5);
});

it('returns public data without a queue to callers without credentials', async () => {
  const url = '/api/v1/register';
  const { body } = await send(gateway, { method: 'POST', url, anonymous: true });
  expect(body).toMatchObject({ result: 'success', queue_id: null, last_event_id: -1 });
  for (const form of [{ client_gravatar: 'true' }, { include_subscribers: 'true' }]) {
    const refused = await send(gateway, { method: 'POST', url, form: form as never, anonymous: true });
    expect(refused.body).toMatchObject({ code: 'BAD_REQUEST' });
  }
});

it('registers through GET /events on request', async () => {
  const asked = await send(gateway, {
    method: 'GET',
    url: '/api/v1/events?event_types=["message"]&dont_block=true',
  });
  expect(asked.body).toMatchObject({ queue_id: 'e1:q', events: [{ id: 301 }] });
  const missing = await send(gateway, { method: 'GET', url: '/api/v1/events' });
  expect(missing.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'queue_id' });
});

it('passes on the fields of an error and hides the details of a server error', async () => {
  await using failing = await startTestGateway({
    poll: async () => {
      throw errors.badEventQueueId('gone');
    },
    services: {
      messaging: {
        sendMessage: async () => {
          throw errors.streamDoesNotExist({ stream: 'nowhere' });
        },
        getMessages: async () => {
          throw new Error('a detail that is nobody else’s business');
        },
      },
    },
  });
  const poll = await send(failing, { method: 'GET', url: '/api/v1/events?queue_id=gone' });
  expect(poll.body).toEqual({
    result: 'error',
    msg: 'Bad event queue id: gone',
    code: 'BAD_EVENT_QUEUE_ID',
    queue_id: 'gone',
  });
  const sent = await send(failing, {
    method: 'POST',
    url: '/api/v1/messages',
    form: { type: 'stream', to: 'nowhere', topic: 'a', content: 'x' },
  });
  expect(sent.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' });
  const fault = await send(failing, { method: 'GET', url: '/api/v1/messages?message_ids=[1]' });
  expect(fault.status).toBe(500);
  expect(fault.body).toEqual({
    result: 'error',
    msg: `Internal server error (request ID: ${fault.headers['x-request-id']})`,
    code: 'INTERNAL_ERROR',
  });
});

it('serves the web client at its address, its files cacheable forever, and emoji without credentials', async () => {
  const page = await send(gateway, { method: 'GET', url: '/', anonymous: true });
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  // The policy allows no other hosts, not even for pictures.
  expect(page.headers['content-security-policy']).not.toContain('http');
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page.payload) ?? [];
  const file = await send(gateway, {
    method: 'GET',
    url: script!,
    anonymous: true,
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(file.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
  const missing = await send(gateway, { method: 'GET', url: '/assets/..%2Findex.html', anonymous: true });
  expect(missing.status).toBe(404);
  for (const url of ['/static/generated/emoji/emoji_api.json', '/static/emoji/emoji-data.json']) {
    const emoji = await send(gateway, { method: 'GET', url, anonymous: true });
    expect((emoji.body.code_to_names as Record<string, string[]>)['1f44d']?.[0]).toBe('+1');
  }
  const url = '/static/generated/emoji/emoji_codes.json';
  const { body } = await send(gateway, { method: 'GET', url, anonymous: true });
  expect(body).toMatchObject({
    name_to_codepoint: { thumbs_up: '1f44d' },
    codepoint_to_name: { '1f44d': '+1' },
  });
  const picture = await send(gateway, { method: 'GET', url: zulipEmojiPath, anonymous: true });
  expect(picture.status).toBe(200);
  expect(picture.headers['content-type']).toBe('image/png');
});
