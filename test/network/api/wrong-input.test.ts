import {
  type AnyNetwork,
  anyNetwork,
  type Body,
  type EventReader,
  Organization,
  type Person,
} from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Sends invalid values for each parameter of all operations that write messages or personal lists.

let network: AnyNetwork;
let alice: Person;
let bob: Person;
let queues: EventReader[];
let stored: Body;
const ids: Record<string, number> = {};

beforeAll(async () => {
  network = await anyNetwork();
  const organization = await Organization.create(network);
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['lunch'], [alice, bob]);
  const { streams } = await alice.api.get('/streams');
  ids.channel = streams.find(({ name }: Body) => name === 'lunch').stream_id;
  ids.message = await alice.send('lunch', 'soup');
  ids.direct = await alice.sendDirect([bob], 'soup');
  ids.poll = await alice.send('lunch', '/poll soup?');
  await alice.api.post(`/messages/${ids.message}/reactions`, { emoji_name: 'tada' });
  const draft = { type: '', to: [], topic: '', content: 'soup' };
  ids.draft = (await alice.api.post('/drafts', { drafts: [draft] })).ids[0];
  ids.snippet = (
    await alice.api.post('/saved_snippets', { title: 'soup', content: 'soup' })
  ).saved_snippet_id;
  ids.scheduled = (
    await alice.api.post('/scheduled_messages', { ...toChannel(), scheduled_delivery_timestamp: later })
  ).scheduled_message_id;
  ids.reminder = (
    await alice.api.post('/reminders', { message_id: ids.message, scheduled_delivery_timestamp: later })
  ).reminder_id;
  await network.caughtUp();
  queues = [await alice.register({ fetch_event_types: [] }), await bob.register({ fetch_event_types: [] })];
  stored = await everything();
});

afterAll(() => network?.stop());

const later = Math.floor(Date.now() / 1000) + 86_400;
const toChannel = () => ({ type: 'channel', to: ids.channel, topic: 'menu', content: 'hello' });

/** Returns everything that the operations write: messages, drafts, saved snippets, scheduled messages and reminders. */
async function everything(): Promise<Body> {
  const messages = await alice.messages([], { num_before: 1_000 });
  const kept = ['drafts', 'saved_snippets', 'scheduled_messages', 'reminders'];
  const lists = await Promise.all(kept.map((name) => alice.api.get(`/${name}`)));
  return { messages, lists };
}

type Wrong = readonly [parameter: string, value: unknown, msg: string | RegExp, code?: string];

type Operation = {
  name: string;
  path: () => string;
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Returns valid parameters, with which the operation would succeed. */
  params: () => Record<string, unknown>;
  wrong: () => readonly Wrong[];
  /** Expected status of the refusal; 400 by default. */
  status?: number;
};

const long = 'x'.repeat(10_001);
const absent = Symbol('absent');
const missing = 'REQUEST_VARIABLE_MISSING';

const operations: Operation[] = [
  {
    name: 'POST /messages',
    path: () => '/messages',
    method: 'POST',
    params: toChannel,
    wrong: () => [
      ['type', absent, "Missing 'type' argument", missing],
      ['type', 'email', 'type is not one of direct, channel, stream, private'],
      ['to', absent, "Missing 'to' argument", missing],
      ['to', '', 'Channel name must not be empty'],
      ['to', 'nowhere', "Channel 'nowhere' does not exist", 'STREAM_DOES_NOT_EXIST'],
      ['to', 99_999, "Channel with ID '99999' does not exist", 'STREAM_DOES_NOT_EXIST'],
      ['to', -1, "Channel with ID '-1' does not exist", 'STREAM_DOES_NOT_EXIST'],
      ['to', 1.5, 'to is not a channel, or a list of user IDs, or a list of email addresses'],
      ['to', [1, 2], 'Expected exactly one channel'],
      ['to', [1, 'a'], 'to is not a channel, or a list of user IDs, or a list of email addresses'],
      ['to', { a: 1 }, 'to is not a channel, or a list of user IDs, or a list of email addresses'],
      ['to', 'lunch\0', 'to must not contain null bytes'],
      ['to', 'x'.repeat(2_000), /^Channel 'x{100}/, 'STREAM_DOES_NOT_EXIST'],
      ['content', absent, "Missing 'content' argument", missing],
      ['content', ' \n ', 'Message must not be empty'],
      ['content', 'a\0b', 'content must not contain null bytes'],
      ['topic', absent, 'Missing topic'],
      ['topic', 'a\0b', 'topic must not contain null bytes'],
      ['topic', 'a\nb', 'Invalid character in topic, at position 2!'],
      ['queue_id', 'q', "Missing 'local_id' argument", missing],
      ['local_id', '1', "Missing 'queue_id' argument", missing],
      ['read_by_sender', 'maybe', 'read_by_sender is not a boolean'],
    ],
  },
  {
    name: 'POST /messages, direct',
    path: () => '/messages',
    method: 'POST',
    params: () => ({ type: 'direct', to: [bob.userId], content: 'hello' }),
    wrong: () => [
      ['to', [], 'Message must have recipients'],
      ['to', [99_999], 'Invalid user ID 99999'],
      ['to', [-1], 'Invalid user ID -1'],
      ['to', ['nobody@test.example'], "Invalid email 'nobody@test.example'"],
      ['to', ['a\0b'], 'to must not contain null bytes'],
      ['to', [[1]], 'to is not a channel, or a list of user IDs, or a list of email addresses'],
    ],
  },
  {
    name: 'POST /messages/render',
    path: () => '/messages/render',
    method: 'POST',
    params: () => ({ content: 'x' }),
    wrong: () => [
      ['content', absent, "Missing 'content' argument", missing],
      ['content', '', 'Message must not be empty'],
      ['content', 'a\0', 'content must not contain null bytes'],
    ],
  },
  {
    name: 'PATCH /messages/{id}',
    path: () => `/messages/${ids.message}`,
    method: 'PATCH',
    params: () => ({ content: 'salad' }),
    wrong: () => [
      ['content', absent, 'Nothing to change'],
      ['content', 'a\0b', 'content must not contain null bytes'],
      ['topic', 'a\0b', 'topic must not contain null bytes'],
      ['propagate_mode', 'change_some', 'propagate_mode is not one of change_one, change_later, change_all'],
      ['propagate_mode', 'change_all', 'Invalid propagate_mode without topic edit'],
      [
        'prev_content_sha256',
        'not it',
        "'prev_content_sha256' value does not match the expected value.",
        'EXPECTATION_MISMATCH',
      ],
      ['prev_content_sha256', 'a\0', 'prev_content_sha256 must not contain null bytes'],
      ['stream_id', 'lunch', 'stream_id is not an integer'],
      ['stream_id', 99_999, 'Cannot change message content while changing channel'],
      ['send_notification_to_old_thread', 'maybe', 'send_notification_to_old_thread is not a boolean'],
      ['send_notification_to_new_thread', 2, 'send_notification_to_new_thread is not a boolean'],
    ],
  },
  {
    name: 'PATCH /messages/{id} of a direct message',
    path: () => `/messages/${ids.direct}`,
    method: 'PATCH',
    params: () => ({}),
    wrong: () => [
      ['topic', 'a', 'Direct messages cannot have topics.'],
      ['stream_id', ids.channel, 'Direct messages cannot be moved to channels.'],
    ],
  },
  {
    name: 'POST /messages/{id}/reactions',
    path: () => `/messages/${ids.message}/reactions`,
    method: 'POST',
    params: () => ({ emoji_name: 'stew' }),
    wrong: () => [
      ['emoji_name', absent, "Missing 'emoji_name' argument", missing],
      ['emoji_name', 'tada', 'Reaction already exists.', 'REACTION_ALREADY_EXISTS'],
      ['emoji_name', 'no such emoji', "Emoji 'no such emoji' does not exist"],
      ['emoji_name', 'a\0', 'emoji_name must not contain null bytes'],
      ['emoji_code', 'zzz', 'Invalid emoji code'],
      ['reaction_type', 'sticker', 'Invalid emoji type.'],
    ],
  },
  {
    name: 'DELETE /messages/{id}/reactions',
    path: () => `/messages/${ids.message}/reactions`,
    method: 'DELETE',
    params: () => ({ emoji_name: 'tada' }),
    wrong: () => [
      ['emoji_name', 'stew', "Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST'],
      ['emoji_name', 'no such emoji', "Emoji 'no such emoji' does not exist"],
      ['emoji_code', 'zzz', "Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST'],
      ['reaction_type', 'sticker', 'Invalid emoji type.'],
    ],
  },
  {
    name: 'POST /messages/{id}/report',
    path: () => `/messages/${ids.message}/report`,
    method: 'POST',
    params: () => ({ report_type: 'spam' }),
    wrong: () => [
      ['report_type', absent, "Missing 'report_type' argument", missing],
      ['report_type', 'dull', 'Invalid report_type'],
      ['report_type', 'other', 'An explanation is required for this type of report.'],
      ['report_type', 'spam', 'Moderation request channel must be specified to enable message reporting.'],
      ['description', 'x'.repeat(1_001), 'description is too long (limit: 1000 characters)'],
      ['description', 'a\0', 'description must not contain null bytes'],
    ],
  },
  {
    name: 'POST /streams/{id}/delete_topic',
    path: () => `/streams/${ids.channel}/delete_topic`,
    method: 'POST',
    params: () => ({ topic_name: 'menu' }),
    wrong: () => [
      ['topic_name', absent, "Missing 'topic_name' argument", missing],
      ['topic_name', 'x'.repeat(61), 'Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'],
      ['topic_name', 'a\0', 'topic_name must not contain null bytes'],
    ],
  },
  {
    name: 'POST /submessage',
    path: () => '/submessage',
    method: 'POST',
    params: () => ({ message_id: ids.poll, msg_type: 'widget', content: '{}' }),
    wrong: () => [
      ['message_id', absent, "Missing 'message_id' argument", missing],
      ['message_id', 99_999, 'Invalid message(s)'],
      ['message_id', 'x', 'message_id is not an integer'],
      ['msg_type', 'form', 'Invalid msg_type'],
      ['content', 'no', 'Invalid json for submessage'],
      ['content', `"${long}"`, 'content is too long (limit: 10000 characters)'],
      ['content', 'a\0', 'content must not contain null bytes'],
    ],
  },
  {
    name: 'POST /typing',
    path: () => '/typing',
    method: 'POST',
    params: () => ({ op: 'start', to: [bob.userId] }),
    wrong: () => [
      ['op', absent, "Missing 'op' argument", missing],
      ['op', 'pause', 'op is not one of start, stop'],
      ['to', absent, "Missing 'to' argument", missing],
      ['to', [], "Empty 'to' list"],
      ['to', [99_999], 'Invalid user ID 99999'],
      ['to', ['a'], 'to[0] is not an integer'],
      ['type', 'email', 'type is not one of direct, stream, channel, private'],
      ['type', 'channel', 'Missing channel ID'],
    ],
  },
  {
    name: 'POST /typing in a channel',
    path: () => '/typing',
    method: 'POST',
    params: () => ({ op: 'start', type: 'channel', stream_id: ids.channel, topic: 'menu' }),
    wrong: () => [
      ['stream_id', 99_999, "Channel with ID '99999' does not exist", 'STREAM_DOES_NOT_EXIST'],
      ['stream_id', 'x', 'stream_id is not an integer'],
      ['topic', absent, 'Missing topic'],
      ['topic', 'a\0', 'topic must not contain null bytes'],
    ],
  },
  {
    name: 'POST /messages/{id}/typing',
    path: () => `/messages/${ids.message}/typing`,
    method: 'POST',
    params: () => ({ op: 'start' }),
    wrong: () => [
      ['op', absent, "Missing 'op' argument", missing],
      ['op', 'pause', 'op is not one of start, stop'],
    ],
  },
  ...(['POST /drafts', 'PATCH /drafts/{id}'] as const).map(
    (name): Operation => ({
      name,
      path: () => (name === 'POST /drafts' ? '/drafts' : `/drafts/${ids.draft}`),
      method: name === 'POST /drafts' ? 'POST' : 'PATCH',
      params: () => ({}),
      wrong: () => {
        const draft = { type: 'stream', to: [ids.channel], topic: 'menu', content: 'x' };
        const wrong = (change: object, msg: RegExp): Wrong =>
          name === 'POST /drafts'
            ? ['drafts', [draft, { ...draft, ...change }], msg]
            : ['draft', { ...draft, ...change }, msg];
        return [
          wrong({ type: 'email' }, /"type"\] is not one of '', 'stream', 'private'$/),
          wrong({ type: undefined }, /"type"\] is missing$/),
          wrong({ to: undefined }, /"to"\] is missing$/),
          wrong({ to: ids.channel }, /"to"\] is not a list$/),
          wrong({ to: [99_999] }, /^Invalid channel ID$/),
          wrong({ to: [ids.channel, ids.channel] }, /^Must specify exactly 1 channel ID/),
          wrong({ type: 'private', to: [99_999] }, /^Invalid user ID 99999$/),
          wrong({ topic: undefined }, /"topic"\] is missing$/),
          wrong({ topic: 1 }, /"topic"\] is not a string$/),
          wrong({ topic: 'a\0' }, /must not contain null bytes$/),
          wrong({ topic: 'x'.repeat(61) }, /^Topic is too long/),
          wrong({ content: undefined }, /"content"\] is missing$/),
          wrong({ content: 'a\0' }, /must not contain null bytes$/),
          wrong({ content: long }, /^Content is too long/),
          wrong({ timestamp: 'now' }, /"timestamp"\] is not an integer$/),
          wrong({ timestamp: -1 }, /"timestamp"\] is too small/),
          wrong({ timestamp: 253_402_300_800 }, /^Invalid timestamp$/),
          wrong({ timestamp: 1e18 }, /"timestamp"\] is too large/),
          wrong({ colour: 'red' }, /has unknown members: colour$/),
          ...(name === 'POST /drafts'
            ? ([['drafts', 'no', 'drafts is not valid JSON']] as const)
            : ([
                ['draft', absent, "Missing 'draft' argument", missing],
                ['draft', [], 'draft is not an object'],
              ] as const)),
        ];
      },
    }),
  ),
  {
    name: 'POST /saved_snippets',
    path: () => '/saved_snippets',
    method: 'POST',
    params: () => ({ title: 'a', content: 'b' }),
    wrong: () => [
      ['title', absent, "Missing 'title' argument", missing],
      ['title', ' ', 'Title cannot be empty.'],
      ['title', 'x'.repeat(61), 'Title is too long (maximum 60 characters)'],
      ['title', 'a\0', 'title must not contain null bytes'],
      ['content', absent, "Missing 'content' argument", missing],
      ['content', ' ', 'Content cannot be empty.'],
      ['content', long, 'Content is too long (maximum 10000 characters)'],
      ['content', 'a\0', 'content must not contain null bytes'],
    ],
  },
  {
    name: 'PATCH /saved_snippets/{id}',
    path: () => `/saved_snippets/${ids.snippet}`,
    method: 'PATCH',
    params: () => ({}),
    wrong: () => [
      ['title', ' ', 'Title cannot be empty.'],
      ['title', 'x'.repeat(61), 'Title is too long (maximum 60 characters)'],
      ['content', ' ', 'Content cannot be empty.'],
      ['content', long, 'Content is too long (maximum 10000 characters)'],
    ],
  },
  {
    name: 'POST /scheduled_messages',
    path: () => '/scheduled_messages',
    method: 'POST',
    params: () => ({ ...toChannel(), scheduled_delivery_timestamp: later }),
    wrong: () => [
      ['type', absent, "Missing 'type' argument", missing],
      ['type', 'email', 'type is not one of direct, channel, stream, private'],
      ['to', absent, "Missing 'to' argument", missing],
      ['to', 99_999, "Channel with ID '99999' does not exist", 'STREAM_DOES_NOT_EXIST'],
      ['to', 'lunch', 'to is not valid JSON'],
      ['to', [], 'Expected exactly one channel'],
      ['content', absent, "Missing 'content' argument", missing],
      ['content', ' ', 'Message must not be empty'],
      ['content', 'a\0', 'content must not contain null bytes'],
      ['topic', 'a\0', 'topic must not contain null bytes'],
      ['scheduled_delivery_timestamp', absent, "Missing 'scheduled_delivery_timestamp' argument", missing],
      ['scheduled_delivery_timestamp', 1, 'Scheduled delivery time must be in the future.'],
      ['scheduled_delivery_timestamp', 'soon', 'scheduled_delivery_timestamp is not an integer'],
      [
        'scheduled_delivery_timestamp',
        9_007_199_254_740_991,
        'Scheduled delivery time is too far in the future.',
      ],
      ['read_by_sender', 'maybe', 'read_by_sender is not a boolean'],
    ],
  },
  {
    name: 'POST /scheduled_messages, direct',
    path: () => '/scheduled_messages',
    method: 'POST',
    params: () => ({ type: 'direct', to: [bob.userId], content: 'x', scheduled_delivery_timestamp: later }),
    wrong: () => [
      ['to', [], 'Message must have recipients'],
      ['to', [99_999], 'Invalid user ID 99999'],
      ['to', ['a'], 'to is not a channel ID or a list of user IDs'],
    ],
  },
  {
    name: 'PATCH /scheduled_messages/{id}',
    path: () => `/scheduled_messages/${ids.scheduled}`,
    method: 'PATCH',
    params: () => ({}),
    wrong: () => [
      ['content', absent, 'Nothing to change'],
      ['type', 'direct', 'Recipient required when updating type of scheduled message.'],
      ['type', 'email', 'type is not one of direct, channel, stream, private'],
      ['to', 99_999, "Channel with ID '99999' does not exist", 'STREAM_DOES_NOT_EXIST'],
      ['content', ' ', 'Message must not be empty'],
      ['topic', 'a\0', 'topic must not contain null bytes'],
      ['scheduled_delivery_timestamp', 1, 'Scheduled delivery time must be in the future.'],
      ['scheduled_delivery_timestamp', 'soon', 'scheduled_delivery_timestamp is not an integer'],
    ],
  },
  {
    name: 'POST /reminders',
    path: () => '/reminders',
    method: 'POST',
    params: () => ({ message_id: ids.message, scheduled_delivery_timestamp: later }),
    wrong: () => [
      ['message_id', absent, "Missing 'message_id' argument", missing],
      ['message_id', 99_999, 'Invalid message(s)'],
      ['message_id', 'x', 'message_id is not an integer'],
      ['scheduled_delivery_timestamp', absent, "Missing 'scheduled_delivery_timestamp' argument", missing],
      ['scheduled_delivery_timestamp', 1, 'Scheduled delivery time must be in the future.'],
      [
        'scheduled_delivery_timestamp',
        9_007_199_254_740_991,
        'Scheduled delivery time is too far in the future.',
      ],
      ['note', 'x'.repeat(10_001), 'Maximum reminder note length: 500 characters'],
      ['note', 'a\0', 'note must not contain null bytes'],
    ],
  },
  ...(
    [
      ['PATCH', '/messages', { content: 'x' }, 400, 'Invalid message(s)'],
      ['DELETE', '/messages', {}, 400, 'Invalid message(s)'],
      [
        'PATCH',
        '/drafts',
        { draft: { type: '', to: [], topic: '', content: 'x' } },
        404,
        'Draft does not exist',
      ],
      ['DELETE', '/drafts', {}, 404, 'Draft does not exist'],
      ['PATCH', '/saved_snippets', { title: 'x' }, 404, 'Saved snippet does not exist.'],
      ['DELETE', '/saved_snippets', {}, 404, 'Saved snippet does not exist.'],
      ['PATCH', '/scheduled_messages', { content: 'x' }, 404, 'Scheduled message does not exist'],
      ['DELETE', '/scheduled_messages', {}, 404, 'Scheduled message does not exist'],
      ['DELETE', '/reminders', {}, 404, 'Reminder does not exist'],
    ] as const
  ).flatMap(([method, list, params, status, unknown]) =>
    (
      [
        ['99999', unknown],
        ['x', /_id is not an integer$/],
        ['-1', /_id is too small \(minimum: 0\)$/],
        ['99999999999999999999', /_id is not an integer$/],
      ] as const
    ).map(
      ([id, msg]): Operation => ({
        name: `${method} ${list}/${id}`,
        path: () => `${list}/${id}`,
        method,
        params: () => params,
        wrong: () => [['', absent, msg]],
        status: msg === unknown ? status : 400,
      }),
    ),
  ),
];

it.each(operations)(
  'refuses invalid parameters: $name',
  async ({ path, method, params, wrong, status = 400 }) => {
    for (const [parameter, value, msg, code = 'BAD_REQUEST'] of wrong()) {
      const { [parameter]: _, ...others } = params();
      const sent = value === absent ? others : { ...others, [parameter]: value };
      const answer = await alice.api.raw(method, path(), sent);
      const what = `${parameter} ${String(JSON.stringify(value)).slice(0, 80)}`;
      const matching = typeof msg === 'string' ? msg : expect.stringMatching(msg);
      expect(answer, what).toMatchObject({ status, body: { result: 'error', code, msg: matching } });
    }
  },
);

it('the refused requests above stored nothing and notified no user', async () => {
  await network.caughtUp();
  for (const queue of queues) expect(await queue.pollNow()).toEqual([]);
  expect(await everything()).toEqual(stored);
});
