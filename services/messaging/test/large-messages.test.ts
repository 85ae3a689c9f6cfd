import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getMessageHistory } from '../src/rpc/get-message-history.ts';
import { matchNarrow } from '../src/rpc/match-narrow.ts';
import { updateFlags } from '../src/rpc/update-flags.ts';
import { updateMessage } from '../src/rpc/update-message.ts';
import { type EmittedEvent, narrowTo, openTestServiceWithLog, type TestServiceWithLog } from './support.ts';

// Whatever can be sent can be edited, too, although its events are bounded.

let bench: TestServiceWithLog;
const people = [1, 2, 3, 4];

beforeAll(async () => {
  bench = await openTestServiceWithLog();
  const { world } = bench;
  for (const id of people) world.user(id);
  world.channel(1);
  world.channel(2, { inviteOnly: true, historyPublicToSubscribers: false });
  for (const id of people) for (const channel of [1, 2]) world.subscribe(id, channel);
  Object.assign(world.settings, { can_move_messages_between_topics_group: 10, allow_message_editing: true });
});

afterAll(() => bench[Symbol.asyncDispose]());

const update = (messageId: number, change: Partial<UpdateMessageRequest>) =>
  updateMessage(
    bench.ctx,
    UpdateMessageRequest.create({
      messageId,
      propagateMode: 'change_one',
      notifyNewThread: false,
      ...change,
    }),
    bench.scope(1),
  );

/** What somebody hears: of each event the first delivery whose audience holds them. */
const heardBy = (userId: number, events: readonly EmittedEvent[]) =>
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

it.each(Object.entries(dense))('dense %s are sent, edited and made short again', async (_name, text) => {
  for (const to of [{ channel: 1 }, { channel: 2 }, { to: [2, 3, 4] }]) {
    const id = await bench.send(1, to, { content: text('a') });
    for (const [userId, flag] of [
      [2, 'starred'],
      [3, 'collapsed'],
    ] as const) {
      await updateFlags(bench.ctx, { messageIds: [id], op: 'add', flag }, bench.scope(userId));
    }
    await bench.emitted();
    await update(id, { content: text('b') });
    await update(id, { content: 'short' });
    const events = await bench.emitted();
    const own: Record<number, string[]> = { 1: ['read'], 2: ['starred'], 3: ['collapsed'], 4: [] };
    for (const userId of people) {
      const [long, short, ...more] = heardBy(userId, events);
      expect(more).toEqual([]);
      expect(long).toMatchObject({ message_id: id, content: text('b'), flags: own[userId] });
      expect(short).toMatchObject({ rendered_content: '<p>short</p>', flags: own[userId] });
    }
  }
});

it('that were stored larger than they would be now are told without what they were', async () => {
  const id = await bench.send(1, { channel: 1 }, { content: 'x' });
  await bench.db.execute(
    sql`update messages set rendered_content = ${`<p>${'y'.repeat(450_000)}</p>`} where id = ${id}`,
  );
  await bench.emitted();
  await update(id, { content: 'short', topic: 'elsewhere' });
  const [event] = heardBy(4, await bench.emitted());
  expect(event).toMatchObject({ content: 'short', subject: 'elsewhere' });
  expect(event).not.toHaveProperty('orig_rendered_content');
});

it('are read as many at a time as one answer holds, until all were read', async () => {
  const first = await bench.send(1, { channel: 1, topic: 'heavy' });
  await bench.db.execute(sql`
    insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
        renderer_version, sent_at, client, send_key, read_by_sender)
      select 900000000 + n, sender_id, channel_id, topic, origin_id, origin_channel_id, content, repeat('"', 350000),
             renderer_version, sent_at, client, gen_random_uuid(), read_by_sender
        from messages, generate_series(1, 75) n where id = ${first}`);
  const narrow = [narrowTo('channel', 1), narrowTo('topic', 'heavy')];
  const seen: number[] = [];
  let anchor = 'newest';
  for (let reads = 0; reads < 5; reads++) {
    const answer = await bench.read(2, { narrow, anchor, includeAnchor: false, numBefore: 1_000 });
    expect(answer.foundNewest).toBe(reads === 0);
    seen.unshift(...answer.ids);
    anchor = `${seen[0]}`;
    if (answer.foundOldest) break;
  }
  expect(seen).toEqual([first, ...Array.from({ length: 75 }, (_, n) => 900_000_001 + n)]);
  const given = bench.read(2, { hasMessageIds: true, messageIds: seen });
  await expect(given).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /ask for fewer/ });
  const matching = matchNarrow(bench.ctx, { messageIds: seen, narrow }, bench.scope(2));
  await expect(matching).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /ask for fewer/ });
  await bench.db.execute(sql`delete from messages where topic = 'heavy'`);
});

it('is remembered in bounds, first and last of all, however often it is edited', async () => {
  const id = await bench.send(1, { channel: 1 }, { content: 'what was said at first' });
  for (let n = 0; n < 12; n++) await update(id, { content: dense.emoji(`${n}`) });
  for (let n = 0; n < 30; n++) await update(id, { content: `${'long '.repeat(1_900)}${n}` });
  await update(id, { topic: 'elsewhere' });
  const { messages } = await bench.read(2, { hasMessageIds: true, messageIds: [id] });
  const history: { prev_content?: string; prev_topic?: string }[] = messages[0]!.edit_history;
  expect(JSON.stringify(history).length).toBeLessThan(200_000);
  expect(history.slice(0, 3)).toMatchObject([
    { prev_topic: 'lunch', topic: 'elsewhere' },
    { prev_content: expect.stringMatching(/long 28$/) },
    { prev_content: expect.stringMatching(/long 27$/) },
  ]);
  expect(history.at(-1)).toMatchObject({ prev_content: 'what was said at first' });
  const asked = { messageId: id, allowEmptyTopicName: false };
  const { historyJson } = await getMessageHistory(bench.ctx, asked, bench.scope(2));
  expect(JSON.parse(historyJson.toString())[0]).toMatchObject({
    content: 'what was said at first',
    rendered_content: '<p>what was said at first</p>',
    topic: 'lunch',
  });
});

it('a whole topic of thousands is moved, however differently people have flagged what was named', async () => {
  const id = await bench.send(1, { channel: 1, topic: 'long' });
  await bench.db.execute(sql`
    insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
        renderer_version, sent_at, client, send_key, read_by_sender)
      select 1000000000 + n, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
             renderer_version, sent_at, client, gen_random_uuid(), read_by_sender
        from messages, generate_series(1, 9999) n where id = ${id}`);
  for (const [at, userId] of people.entries()) {
    await bench.db.execute(
      sql`insert into personal_flags (user_id, message_id, flags) values (${userId}, ${id}, ${4 + at})`,
    );
  }
  await bench.emitted();
  await update(id, { topic: 'longer', propagateMode: 'change_all' });
  const events = await bench.emitted();
  for (const userId of people) {
    const [move, ...more] = heardBy(userId, events);
    expect(more).toEqual([]);
    expect(move!.message_ids).toHaveLength(10_000);
  }
});
