import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importRange } from '../src/domain/import-range.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { getMessageHistory } from '../src/rpc/reading/get-message-history.ts';
import { matchNarrow } from '../src/rpc/reading/match-narrow.ts';
import { type EmittedEvent, type LoggedTestService, narrowTo, openLoggedTestService } from './support.ts';

// Tests that every message that can be sent can also be edited, although events have a maximum size.

let service: LoggedTestService;
const people = [1, 2, 3, 4];
/** The IDs of messages that tests insert are above this one, and so above those of messages that were sent. */
const aboveSent = importRange.to + 1_000_000_000;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  for (const id of people) world.user(id);
  world.channel(1);
  world.channel(2, { inviteOnly: true, historyPublicToSubscribers: false });
  for (const id of people) for (const channel of [1, 2]) world.subscribe(id, channel);
  Object.assign(world.settings, { can_move_messages_between_topics_group: 10, allow_message_editing: true });
});

afterAll(() => service[Symbol.asyncDispose]());

const update = (messageId: number, change: Partial<UpdateMessageRequest>) =>
  updateMessage(
    service.ctx,
    UpdateMessageRequest.create({
      messageId,
      propagateMode: 'change_one',
      notifyNewThread: false,
      ...change,
    }),
    service.scope(1),
  );

/** Returns the updates that a person receives. From each event, a person receives the first delivery that includes them. */
const eventsOf = (userId: number, events: readonly EmittedEvent[]) =>
  events
    .filter(({ kind }) => kind === 'messaging.message.updated')
    .flatMap(({ deliveries }) => {
      const own = deliveries.find(({ to }) => {
        const { userIds, channelId, exceptUserIds } = to as Record<string, unknown>;
        if ((exceptUserIds as number[] | undefined)?.includes(userId)) return false;
        return channelId !== undefined || (userIds as number[]).includes(userId);
      });
      return own ? [own.json] : [];
    });

const dense = {
  emoji: (sign: string) => `${'👍'.repeat(9_900)}${sign}`,
  formulas: (sign: string) => `${'$$x_1$$ '.repeat(1_200)}${sign}`,
  code: (sign: string) => `\`\`\`python\n${'1+'.repeat(4_900)}${sign}\n\`\`\``,
  'control characters': (sign: string) => '\u0001'.repeat(9_900) + sign,
  address: (sign: string) => `http://a.bb/${'中'.repeat(9_900)}${sign}`,
};

it.each(Object.entries(dense))('a message of %s can be sent, edited and shortened', async (_name, text) => {
  for (const to of [{ channel: 1 }, { channel: 2 }, { to: [2, 3, 4] }]) {
    const id = await service.send(1, to, { content: text('a') });
    for (const [userId, flag] of [
      [2, 'starred'],
      [3, 'collapsed'],
    ] as const) {
      await updateFlags(service.ctx, { messageIds: [id], op: 'add', flag }, service.scope(userId));
    }
    await service.emitted();
    await update(id, { content: text('b') });
    await update(id, { content: 'short' });
    const events = await service.emitted();
    const own: Record<number, string[]> = { 1: ['read'], 2: ['starred'], 3: ['collapsed'], 4: [] };
    for (const userId of people) {
      const [long, short, ...more] = eventsOf(userId, events);
      expect(more).toEqual([]);
      expect(long).toMatchObject({ message_id: id, content: text('b'), flags: own[userId] });
      expect(short).toMatchObject({ rendered_content: '<p>short</p>', flags: own[userId] });
    }
  }
});

it('an edit of a message whose stored HTML is too large for an event leaves out the former content', async () => {
  const id = await service.send(1, { channel: 1 }, { content: 'x' });
  await service.db.execute(
    sql`update messages set rendered_content = ${`<p>${'y'.repeat(450_000)}</p>`} where id = ${id}`,
  );
  await service.emitted();
  await update(id, { content: 'short', topic: 'elsewhere' });
  const [event] = eventsOf(4, await service.emitted());
  expect(event).toMatchObject({ content: 'short', subject: 'elsewhere' });
  expect(event).not.toHaveProperty('orig_rendered_content');
});

it('large messages are read in several answers until all were read', async () => {
  const first = await service.send(1, { channel: 1, topic: 'heavy' });
  await service.db.execute(sql`
    insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
        renderer_version, sent_at, client, send_key, read_by_sender)
      select ${aboveSent}::int8 + n, sender_id, channel_id, topic, origin_id, origin_channel_id, content, repeat('"', 350000),
             renderer_version, sent_at, client, gen_random_uuid(), read_by_sender
        from messages, generate_series(1, 75) n where id = ${first}`);
  const narrow = [narrowTo('channel', 1), narrowTo('topic', 'heavy')];
  const seen: number[] = [];
  let anchor = 'newest';
  for (let reads = 0; reads < 5; reads++) {
    const answer = await service.read(2, { narrow, anchor, includeAnchor: false, numBefore: 1_000 });
    expect(answer.foundNewest).toBe(reads === 0);
    seen.unshift(...answer.ids);
    anchor = `${seen[0]}`;
    if (answer.foundOldest) break;
  }
  expect(seen).toEqual([first, ...Array.from({ length: 75 }, (_, n) => aboveSent + 1 + n)]);
  const given = service.read(2, { hasMessageIds: true, messageIds: seen });
  await expect(given).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /ask for fewer/ });
  const matching = matchNarrow(service.ctx, { messageIds: seen, narrow }, service.scope(2));
  await expect(matching).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /ask for fewer/ });
  await service.db.execute(sql`delete from messages where topic = 'heavy'`);
});

it('the edit history stays bounded and keeps its first and last entry', async () => {
  const id = await service.send(1, { channel: 1 }, { content: 'what was said at first' });
  for (let n = 0; n < 12; n++) await update(id, { content: dense.emoji(`${n}`) });
  for (let n = 0; n < 30; n++) await update(id, { content: `${'long '.repeat(1_900)}${n}` });
  await update(id, { topic: 'elsewhere' });
  const { messages } = await service.read(2, { hasMessageIds: true, messageIds: [id] });
  const history: { prev_content?: string; prev_topic?: string }[] = messages[0]!.edit_history;
  expect(JSON.stringify(history).length).toBeLessThan(200_000);
  expect(history.slice(0, 3)).toMatchObject([
    { prev_topic: 'lunch', topic: 'elsewhere' },
    { prev_content: expect.stringMatching(/long 28$/) },
    { prev_content: expect.stringMatching(/long 27$/) },
  ]);
  expect(history.at(-1)).toMatchObject({ prev_content: 'what was said at first' });
  const asked = { messageId: id, allowEmptyTopicName: false };
  const { historyJson } = await getMessageHistory(service.ctx, asked, service.scope(2));
  expect(JSON.parse(historyJson.toString())[0]).toMatchObject({
    content: 'what was said at first',
    rendered_content: '<p>what was said at first</p>',
    topic: 'lunch',
  });
});

it('a topic of thousands of messages is moved, however many people have flags on the named message', async () => {
  const id = await service.send(1, { channel: 1, topic: 'long' });
  await service.db.execute(sql`
    insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
        renderer_version, sent_at, client, send_key, read_by_sender)
      select ${aboveSent}::int8 + n, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
             renderer_version, sent_at, client, gen_random_uuid(), read_by_sender
        from messages, generate_series(1, 9999) n where id = ${id}`);
  for (const [at, userId] of people.entries()) {
    await service.db.execute(
      sql`insert into personal_flags (user_id, message_id, flags) values (${userId}, ${id}, ${4 + at})`,
    );
  }
  await service.emitted();
  await update(id, { topic: 'longer', propagateMode: 'change_all' });
  const events = await service.emitted();
  for (const userId of people) {
    const [move, ...more] = eventsOf(userId, events);
    expect(more).toEqual([]);
    expect(move!.message_ids).toHaveLength(10_000);
  }
});
