import { sql } from '@parley/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMessage } from '../src/rpc/get-message.ts';
import { getMessageHistory } from '../src/rpc/get-message-history.ts';
import { getReadReceipts } from '../src/rpc/get-read-receipts.ts';
import { markAsRead } from '../src/rpc/mark-as-read.ts';
import { updateFlags } from '../src/rpc/update-flags.ts';
import { openTestService, type TestService } from './support.ts';

let bench: TestService;
let message: number;
let direct: number;

beforeAll(async () => {
  bench = await openTestService();
  const { world } = bench;
  world.settings.enable_read_receipts = true;
  for (const id of [1, 2, 3, 4, 5, 6]) world.user(id);
  world.channel(1, { inviteOnly: true });
  for (const id of [1, 2, 3, 4, 5]) world.subscribe(id, 1);
  message = await bench.send(1, { channel: 1, topic: '' }, { content: '**hi**' });
  direct = await bench.send(1, { to: [2] });
});

afterAll(() => bench[Symbol.asyncDispose]());

const one = async (userId: number, messageId: number, applyMarkdown = true) => {
  const request = { messageId, applyMarkdown, allowEmptyTopicName: false };
  const { messageJson, rawContent } = await getMessage(bench.ctx, request, bench.scope(userId));
  return { ...JSON.parse(messageJson.toString()), rawContent };
};

const receipts = async (userId: number, messageId: number) =>
  (await getReadReceipts(bench.ctx, { messageId }, bench.scope(userId))).userIds;

const invalid = { message: 'Invalid message(s)', code: 'BAD_REQUEST' };

describe('a single message', () => {
  it('is shown in both forms to who may read it', async () => {
    expect(await one(2, message)).toMatchObject({
      id: message,
      content: '<p><strong>hi</strong></p>',
      rawContent: '**hi**',
      subject: 'general chat',
      flags: [],
    });
    expect(await one(1, message, false)).toMatchObject({
      content: '**hi**',
      content_type: 'text/x-markdown',
    });
  });

  it('is not there for others, in any way', async () => {
    for (const id of [message, direct, 99_999]) {
      await expect(one(6, id)).rejects.toMatchObject(invalid);
      await expect(receipts(6, id)).rejects.toMatchObject(invalid);
      const request = { messageId: id, allowEmptyTopicName: false };
      await expect(getMessageHistory(bench.ctx, request, bench.scope(6))).rejects.toMatchObject(invalid);
    }
  });

  it('names the empty topic in its past as in its present', async () => {
    const id = await bench.send(1, { channel: 1, topic: 'named' });
    const moves = [
      { user_id: 1, timestamp: 6, topic: 'named', prev_topic: '' },
      { user_id: 1, timestamp: 5, topic: '', prev_topic: 'first' },
    ];
    await bench.db.execute(
      sql`update messages set edit_history = ${JSON.stringify(moves)}::jsonb where id = ${id}`,
    );
    const past = async (allowEmptyTopicName: boolean) => {
      const asked = { messageId: id, allowEmptyTopicName, applyMarkdown: true };
      const { messageJson } = await getMessage(bench.ctx, asked, bench.scope(2));
      const { historyJson } = await getMessageHistory(bench.ctx, asked, bench.scope(2));
      const { edit_history: entries } = JSON.parse(messageJson.toString());
      return [...entries, ...JSON.parse(historyJson.toString()).toReversed()].map(
        ({ topic, prev_topic: previous }) => [previous, topic],
      );
    };
    const emitted = (empty: string) => [
      [empty, 'named'],
      ['first', empty],
      [empty, 'named'],
      ['first', empty],
      [undefined, 'first'],
    ];
    expect(await past(true)).toEqual(emitted(''));
    expect(await past(false)).toEqual(emitted('general chat'));
  });

  it('has a history, as far as the organization shows it', async () => {
    const { world, db, ctx } = bench;
    await db.execute(
      sql`update messages set edit_history = ${JSON.stringify([
        { user_id: 1, timestamp: 5, prev_content: 'ho', prev_rendered_content: '<p>ho</p>' },
      ])}::jsonb where id = ${message}`,
    );
    const history = async () => {
      const request = { messageId: message, allowEmptyTopicName: false };
      const { historyJson } = await getMessageHistory(ctx, request, bench.scope(2));
      return JSON.parse(historyJson.toString());
    };
    expect(await history()).toMatchObject([
      { content: 'ho', topic: 'general chat', user_id: 1 },
      { content: '**hi**', prev_content: 'ho', timestamp: 5 },
    ]);
    world.settings.message_edit_history_visibility_policy = 'moves';
    expect(await history()).toHaveLength(1);
    world.settings.message_edit_history_visibility_policy = 'none';
    await expect(history()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    delete world.settings.message_edit_history_visibility_policy;
  });
});

describe('read receipts', () => {
  it('name readers by range and floor, but not the sender, the secretive, or who came later', async () => {
    const { world, ctx } = bench;
    const flag = (userId: number, op: string, messageIds: number[]) =>
      updateFlags(ctx, { messageIds, op, flag: 'read' }, bench.scope(userId));
    const all = (userId: number) =>
      markAsRead(ctx, { channelId: undefined, topic: undefined }, bench.scope(userId));
    await flag(2, 'add', [message, direct]);
    await all(3);
    await flag(4, 'add', [message]);
    await all(6);
    expect(await receipts(2, message)).toEqual([2, 3, 4]);
    await flag(4, 'remove', [message]);
    world.withoutReceipts.add(3);
    world.subscribe(5, 1, [[message, 0]]);
    await bench.send(1, { channel: 1, topic: '' });
    await all(5);
    expect(await receipts(1, message)).toEqual([2]);
    // Others have read all their direct messages, too: only members are asked about.
    expect(await receipts(1, direct)).toEqual([2]);
    world.settings.enable_read_receipts = false;
    await expect(receipts(1, message)).rejects.toMatchObject({ message: /disabled/ });
  });
});
