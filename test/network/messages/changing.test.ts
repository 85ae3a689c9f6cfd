import { type AnyNetwork, anyNetwork, Organization, type Person, until } from '@parley/test-kit';
import { startLoopClock } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadText } from '../files/upload-text.ts';

let network: AnyNetwork;
let owner: Person;
let alice: Person;
let bob: Person;
let eve: Person;
let lunch: number;
let secret: number;

beforeAll(async () => {
  network = await anyNetwork({ replicas: { messaging: 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob, eve } = await organization.add('alice', 'bob', 'eve'));
  await alice.subscribe(['lunch']);
  await bob.subscribe(['lunch']);
  await alice.subscribe(['secret'], undefined, { invite_only: true });
  const { subscriptions } = await alice.api.get('/users/me/subscriptions');
  const idOf = (name: string) => subscriptions.find((each: { name: string }) => each.name === name).stream_id;
  lunch = idOf('lunch');
  secret = idOf('secret');
});

afterAll(() => network?.stop());

const changes = ['message', 'reaction', 'update_message', 'delete_message'];
const kept = ['drafts', 'saved_snippets', 'reminders', 'scheduled_messages'];

const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('a message that changes', () => {
  it('reaches its readers as an event that equals a later read', async () => {
    const bobs = await bob.register({
      event_types: changes,
      client_capabilities: { bulk_message_deletion: true, empty_topic_name: true },
    });
    const eves = await eve.register({ event_types: changes });
    const id = await alice.send('lunch', 'Soup', 'menu');
    await bob.api.post(`/messages/${id}/reactions`, { emoji_name: 'stew' });
    await alice.api.patch(`/messages/${id}`, { content: 'Soup @**bob**' });
    await alice.api.patch(`/messages/${id}`, { topic: 'dinner', send_notification_to_new_thread: false });
    const [read] = await bob.messages([{ operator: 'id', operand: id }]);
    expect(read).toMatchObject({
      content: 'Soup @**bob**',
      subject: 'dinner',
      flags: ['mentioned'],
      reactions: [{ emoji_name: 'stew', user_id: bob.userId }],
    });
    await bob.api.delete(`/messages/${id}/reactions`, { emoji_name: 'stew' });
    await alice.api.delete(`/messages/${id}`);
    await network.caughtUp();
    const received = (await bobs.pollNow()).map(({ type, op }) => (op ? `${type} ${op}` : type));
    expect(received).toEqual([
      'message',
      'reaction add',
      'update_message',
      'update_message',
      'reaction remove',
      'delete_message',
    ]);
    const edit = bobs.events.find((event) => event.content !== undefined);
    expect(edit).toMatchObject({ flags: ['mentioned'], message_id: id, orig_content: 'Soup' });
    expect(await eves.pollNow()).toEqual([]);
    expect(await bob.messages([{ operator: 'id', operand: id }])).toEqual([]);
  });

  it('reports to its editor the files that no message links any more', async () => {
    const upload = (person: Person, name: string) => uploadText(network, person, name, 'x');
    const [kept, shared, gone] = [
      await upload(alice, 'kept.txt'),
      await upload(alice, 'shared.txt'),
      await upload(alice, 'gone.txt'),
    ];
    await alice.send('lunch', `elsewhere [b](${shared})`);
    const all = `[a](${kept}) [b](${shared}) [c](${gone}) [d](/user_uploads/2/x/none)`;
    const one = `[a](${kept})`;
    const id = await alice.send('lunch', all);
    const edit = (content: string) => alice.api.patch(`/messages/${id}`, { content });
    const linksKnown = (count: number) =>
      until('the links are known', async () => {
        const { attachments } = await alice.api.get('/attachments');
        return attachments.flatMap((each: { messages: unknown[] }) => each.messages).length === count;
      });
    // The answer lacks the files when the upload service does not answer in time. So one of several edits must report them.
    const detachedBy = (before: string, links: number, after: string) =>
      until('the files are reported', async () => {
        await edit(before);
        await linksKnown(links);
        const { detached_uploads: found } = await edit(after);
        return found.length > 0 && found;
      });
    await linksKnown(4);
    expect(await detachedBy(all, 4, one)).toEqual([
      {
        id: expect.any(Number),
        name: 'gone.txt',
        path_id: gone.slice('/user_uploads/'.length),
        size: 1,
        create_time: expect.any(Number),
        message_ids: [],
        messages: [],
      },
    ]);
    expect(await detachedBy(one, 2, 'nothing')).toMatchObject([{ name: 'kept.txt' }]);
  });

  it('is shown as a poll to every reader from its first event', async () => {
    const queue = await bob.register({ event_types: ['message', 'submessage'] });
    const id = await alice.send('lunch', '/poll Soup?\nyes\nno');
    await bob.api.post('/submessage', { message_id: id, msg_type: 'widget', content: '{"type":"vote"}' });
    await network.caughtUp();
    const [sent, vote] = await queue.pollNow();
    const [read] = await eve.messages([
      { operator: 'channels', operand: 'public' },
      { operator: 'id', operand: id },
    ]);
    expect(JSON.parse(sent!.message.submessages[0].content)).toEqual({
      widget_type: 'poll',
      extra_data: { question: 'Soup?', options: ['yes', 'no'] },
    });
    const { id: _event, type: _type, submessage_id: voteId, ...voted } = vote!;
    expect(read!.submessages).toEqual([sent!.message.submessages[0], { id: voteId, ...voted }]);
  });

  it('is deleted for readers who lose access to it', async () => {
    const bobs = await bob.register({
      event_types: changes,
      client_capabilities: { bulk_message_deletion: true },
    });
    const alices = await alice.register({ event_types: changes });
    const id = await alice.send('lunch', 'for us', 'plans');
    await alice.api.patch(`/messages/${id}`, { stream_id: secret });
    await network.caughtUp();
    expect(await bobs.pollNow()).toMatchObject([
      { type: 'message' },
      { type: 'delete_message', message_ids: [id], stream_id: lunch },
    ]);
    expect(await alices.pollNow()).toMatchObject([
      { type: 'message' },
      { type: 'update_message', new_stream_id: secret, message_ids: [id] },
      { type: 'message', message: { content: expect.stringContaining('was moved here') } },
    ]);
    expect(await bob.api.raw('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'Invalid message(s)' },
    });
  });
});

describe('drafts and scheduled messages', () => {
  it('reach the other clients of their owner, and are part of a registration', async () => {
    const queue = await alice.register({ event_types: kept });
    const draft = { type: 'stream', to: [lunch], topic: 'menu', content: 'Bread' };
    const { ids } = await alice.api.post('/drafts', { drafts: [draft] });
    await alice.api.patch(`/drafts/${ids[0]}`, { draft: { ...draft, content: 'Bread!' } });
    const { saved_snippet_id: snippet } = await alice.api.post('/saved_snippets', {
      title: 'a',
      content: 'b',
    });
    const messageId = await bob.send('lunch', 'remember', 'menu');
    const { reminder_id: reminder } = await alice.api.post('/reminders', {
      message_id: messageId,
      scheduled_delivery_timestamp: soon(600),
    });
    const { scheduled_message_id: scheduled } = await alice.api.post('/scheduled_messages', {
      type: 'channel',
      to: lunch,
      topic: 'menu',
      content: 'later',
      scheduled_delivery_timestamp: soon(600),
    });
    await network.caughtUp();
    const received = (await queue.pollNow()).map(({ type, op }) => `${type} ${op ?? ''}`.trim());
    expect(received).toEqual([
      'drafts add',
      'drafts update',
      'saved_snippets add',
      'reminders add',
      'scheduled_messages add',
    ]);
    const { initial } = await alice.register();
    expect(initial).toMatchObject({
      drafts: [{ id: ids[0], content: 'Bread!' }],
      saved_snippets: [{ id: snippet }],
      reminders: [{ reminder_id: reminder }],
      scheduled_messages: [{ scheduled_message_id: scheduled }],
    });
    await alice.api.delete(`/drafts/${ids[0]}`);
    await alice.api.delete(`/saved_snippets/${snippet}`);
    await alice.api.delete(`/reminders/${reminder}`);
    await alice.api.delete(`/scheduled_messages/${scheduled}`);
    for (const [path, field] of [
      ['/drafts', 'drafts'],
      ['/saved_snippets', 'saved_snippets'],
      ['/reminders', 'reminders'],
      ['/scheduled_messages', 'scheduled_messages'],
    ] as const) {
      expect((await alice.api.get(path))[field]).toEqual([]);
      expect(await alice.api.raw('DELETE', `${path}/${ids[0]}`)).toMatchObject({ status: 404 });
    }
  });

  it('are sent once at their time, by any replica', async () => {
    await using inbox = (await bob.register({ event_types: ['message'] })).start();
    using clock = startLoopClock();
    // The delay is long enough for all requests to arrive in time, even on a busy machine.
    const at = soon(20);
    const posts = Array.from({ length: 10 }, (_, n) =>
      alice.api.post('/scheduled_messages', {
        type: 'direct',
        to: [bob.userId],
        content: `later ${n}`,
        scheduled_delivery_timestamp: at,
      }),
    );
    await Promise.all(posts);
    await inbox.waitFor((events) => events.length >= 10);
    expect(clock.elapsedMs()).toBeLessThan(32_000);
    for (const { message } of inbox.events) expect(message.timestamp).toBeGreaterThanOrEqual(at);
    await network.caughtUp();
    const { scheduled_messages: left } = await alice.api.get('/scheduled_messages');
    expect(left).toEqual([]);
    const contents = inbox.events.map(({ message }) => message.content).sort();
    expect(contents).toEqual(Array.from({ length: 10 }, (_, n) => `later ${n}`));
  });
});

it('announces typing users, and renders a message without sending it', async () => {
  await using inbox = (
    await bob.register({
      event_types: ['typing'],
      client_capabilities: { stream_typing_notifications: true },
    })
  ).start();
  await alice.api.post('/typing', { op: 'start', to: [bob.userId] });
  await alice.api.post('/typing', { type: 'channel', op: 'start', stream_id: lunch, topic: 'menu' });
  await inbox.waitFor((events) => events.length === 2);
  // Typing notifications from different replicas may arrive in any order.
  const byType = inbox.events.toSorted((one, other) => (one.message_type < other.message_type ? -1 : 1));
  expect(byType).toMatchObject([
    { op: 'start', message_type: 'direct', sender: { user_id: alice.userId } },
    { op: 'start', message_type: 'stream', stream_id: lunch, topic: 'menu' },
  ]);
  const { rendered } = await owner.api.post('/messages/render', { content: '**bold**' });
  expect(rendered).toBe('<p><strong>bold</strong></p>');
});
