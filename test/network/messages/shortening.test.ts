import { type AnyNetwork, anyNetwork, type Body, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Programs know nothing of the limits of topics and messages, so both are shortened. Walks all operations with such a parameter.

let network: AnyNetwork;
let owner: Person;
let alice: Person;
let bob: Person;
let channelId: number;

beforeAll(async () => {
  network = await anyNetwork();
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['logs'], [alice, bob]);
  channelId = (await alice.api.get('/get_stream_id', { stream: 'logs' })).stream_id;
  await network.caughtUp();
});

afterAll(() => network?.stop());

const later = Math.floor(Date.now() / 1000) + 86_400;
const note = '\n[message truncated]';
const longTopic = `build ${'👩‍🚀'.repeat(30)}`;
const shortTopic = `build ${'👩‍🚀'.repeat(17)}...`;
const longContent = `${'ä'.repeat(9_970)}${'👩‍🚀'.repeat(40)}`;
const shortContent = `${'ä'.repeat(9_970)}${'👩‍🚀'.repeat(3)}${note}`;

const toChannel = { type: 'channel', topic: longTopic, content: longContent };
const send = async (more: object = {}): Promise<number> =>
  (await alice.api.post('/messages', { ...toChannel, to: channelId, ...more })).id;
const stored = async (id: number): Promise<Body> => {
  const { message } = await alice.api.get(`/messages/${id}`, { apply_markdown: false });
  return { topic: message.subject, content: message.content };
};
const scheduled = async (id: number): Promise<Body> => {
  const { scheduled_messages: all } = await alice.api.get('/scheduled_messages');
  const { topic, content } = all.find((each: Body) => each.scheduled_message_id === id);
  return { topic, content };
};
const schedule = async (more: object): Promise<number> => {
  const form = { type: 'channel', to: channelId, scheduled_delivery_timestamp: later, ...more };
  return (await alice.api.post('/scheduled_messages', form)).scheduled_message_id;
};

const shortened: Readonly<Record<string, () => Promise<void>>> = {
  'send-message': async () => {
    expect(await stored(await send())).toEqual({ topic: shortTopic, content: shortContent });
    const much = 'x'.repeat(500_000);
    expect((await stored(await send({ content: much }))).content).toBe(`${'x'.repeat(9_980)}${note}`);
    const direct = { type: 'direct', to: [bob.userId] };
    expect((await stored(await send(direct))).content).toBe(shortContent);
  },
  'update-message': async () => {
    const id = await send({ topic: 'short', content: 'short' });
    await alice.api.patch(`/messages/${id}`, { content: longContent });
    await alice.api.patch(`/messages/${id}`, { topic: longTopic });
    expect(await stored(id)).toEqual({ topic: shortTopic, content: shortContent });
  },
  'create-scheduled-message': async () => {
    const id = await schedule({ topic: longTopic, content: longContent });
    expect(await scheduled(id)).toEqual({ topic: shortTopic, content: shortContent });
  },
  'update-scheduled-message': async () => {
    const id = await schedule({ topic: 'short', content: 'short' });
    await alice.api.patch(`/scheduled_messages/${id}`, { topic: longTopic, content: longContent });
    expect(await scheduled(id)).toEqual({ topic: shortTopic, content: shortContent });
  },
  'render-message': async () => {
    const { rendered } = await alice.api.post('/messages/render', { content: longContent });
    expect(rendered).toMatch(/\[message truncated\]<\/p>$/);
  },
  'set-typing-status': async () => {
    const typing = { op: 'start', type: 'channel', stream_id: channelId, topic: longTopic };
    await alice.api.post('/typing', typing);
  },
  'update-user-topic': async () => {
    await alice.api.post('/user_topics', { stream_id: channelId, topic: longTopic, visibility_policy: 3 });
    expect(await topicsWith(3)).toContain(shortTopic);
  },
  'mute-topic': async () => {
    await alice.api.patch('/users/me/subscriptions/muted_topics', {
      stream_id: channelId,
      topic: longTopic,
      op: 'add',
    });
    expect(await topicsWith(1)).toContain(shortTopic);
  },
  'create-webhook': async () => {
    const path = await webhooksOfBot('created');
    const { webhook } = await alice.api.post(path, { channel_id: channelId, topic: longTopic });
    expect(webhook.topic).toBe(shortTopic);
  },
  'update-webhook': async () => {
    const path = await webhooksOfBot('updated');
    const { webhook: created } = await alice.api.post(path, { channel_id: channelId, topic: 'short' });
    const { webhook } = await alice.api.patch(`${path}/${created.id}`, { topic: longTopic });
    expect(webhook.topic).toBe(shortTopic);
  },
  'mark-topic-as-read': async () => {
    const id = await send({ content: 'unread' });
    await network.caughtUp();
    await bob.api.post('/mark_topic_as_read', { stream_id: channelId, topic_name: longTopic });
    const { message } = await bob.api.get(`/messages/${id}`);
    expect(message.flags).toContain('read');
  },
  'delete-topic': async () => {
    const id = await send({ topic: `${longTopic}${longTopic}`, content: 'deleted' });
    await network.caughtUp();
    await owner.api.post(`/streams/${channelId}/delete_topic`, { topic_name: longTopic });
    await expect(alice.api.get(`/messages/${id}`)).rejects.toMatchObject({ status: 400 });
  },
};

/** Makes a bot that can post by webhooks. @returns the path of its webhooks */
async function webhooksOfBot(name: string): Promise<string> {
  const bot = { full_name: name, short_name: name, bot_type: 2 };
  const { user_id } = await alice.api.post('/bots', bot);
  await network.caughtUp();
  return `/bots/${user_id}/webhooks`;
}

async function topicsWith(policy: number): Promise<string[]> {
  await network.caughtUp();
  const { initial } = await alice.register({ fetch_event_types: ['user_topic'] });
  return (initial.user_topics as Body[])
    .filter(({ visibility_policy }) => visibility_policy === policy)
    .map(({ topic_name }) => topic_name);
}

/** Operations that refuse a long text, with the reason. */
const refused: Readonly<Record<string, string>> = {
  'add-submessage': 'the state of a poll in JSON, of which no part can be left out',
  'create-saved-snippet': 'kept to be sent later: the person who writes it must learn that it is too long',
  'edit-saved-snippet': 'as above',
  'run-command': 'its topic says where the command was given, and creates none',
};

it('a topic is found by the long name with which a program sent to it, and is resolved although the mark shortens it', async () => {
  const long = `found ${'x'.repeat(70)}`;
  const id = await send({ topic: long, content: 'here' });
  const found = await alice.messages([
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: long },
  ]);
  expect(found.map((message) => message.id)).toEqual([id]);
  const short = `found ${'x'.repeat(51)}...`;
  await alice.api.patch(`/messages/${id}`, { topic: `✔ ${short}`, propagate_mode: 'change_all' });
  const { message } = await alice.api.get(`/messages/${id}`);
  expect(message.subject).toBe(`✔ found ${'x'.repeat(49)}...`);
  expect(message).not.toHaveProperty('last_moved_timestamp');
  const { moved_to } = await alice.api.get(`/users/me/${channelId}/topics/moved`, { topic: long });
  expect(moved_to).toEqual({ stream_id: channelId, topic: message.subject });
});

it('each operation with a content or topic is listed here', async () => {
  const response = await fetch(`${network.gatewayUrl()}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Body>> };
  const names = ['content', 'topic', 'topic_name', 'subject'];
  const found = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (method === 'get' || operation?.operationId === undefined) return [];
      const form = operation.requestBody?.content?.['application/x-www-form-urlencoded']?.schema?.properties;
      const given = [
        ...Object.keys(form ?? {}),
        ...(operation.parameters ?? []).map(({ name }: Body) => name),
      ];
      return given.some((name) => names.includes(name)) ? [String(operation.operationId)] : [];
    }),
  );
  expect(found.toSorted()).toEqual([...Object.keys(shortened), ...Object.keys(refused)].toSorted());
});

describe('a topic and content that are too long', () => {
  // The last one deletes the topic of the others.
  it.each(Object.keys(shortened))('are shortened by %s', async (operation) => {
    await shortened[operation]!();
  });
});
