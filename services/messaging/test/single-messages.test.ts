import { sql } from '@parley/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getReadReceipts } from '../src/rpc/read-state/get-read-receipts.ts';
import { markAsRead } from '../src/rpc/read-state/mark-as-read.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { getMessage } from '../src/rpc/reading/get-message.ts';
import { getMessageHistory } from '../src/rpc/reading/get-message-history.ts';
import { openTestService, type TestService } from './support.ts';

let service: TestService;
let message: number;
let direct: number;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  world.settings.enable_read_receipts = true;
  for (const id of [1, 2, 3, 4, 5, 6]) world.user(id);
  world.channel(1, { inviteOnly: true });
  for (const id of [1, 2, 3, 4, 5]) world.subscribe(id, 1);
  message = await service.send(1, { channel: 1, topic: '' }, { content: '**hi**' });
  direct = await service.send(1, { to: [2] });
});

afterAll(() => service[Symbol.asyncDispose]());

const one = async (userId: number, messageId: number, applyMarkdown = true) => {
  const request = { messageId, applyMarkdown, allowEmptyTopicName: false };
  const { messageJson, rawContent } = await getMessage(service.ctx, request, service.scope(userId));
  return { ...JSON.parse(messageJson.toString()), rawContent };
};

const receipts = async (userId: number, messageId: number) =>
  (await getReadReceipts(service.ctx, { messageId }, service.scope(userId))).userIds;

const invalid = { message: 'Invalid message(s)', code: 'BAD_REQUEST' };

describe('a single message', () => {
  it('is returned in both forms to people who may read it', async () => {
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

  it('does not exist for others, through any operation', async () => {
    for (const id of [message, direct, 99_999]) {
      await expect(one(6, id)).rejects.toMatchObject(invalid);
      await expect(receipts(6, id)).rejects.toMatchObject(invalid);
      const request = { messageId: id, allowEmptyTopicName: false };
      await expect(getMessageHistory(service.ctx, request, service.scope(6))).rejects.toMatchObject(invalid);
    }
  });

  it('names the empty topic also in its edit history', async () => {
    const id = await service.send(1, { channel: 1, topic: 'named' });
    const moves = [
      { user_id: 1, timestamp: 6, topic: 'named', prev_topic: '' },
      { user_id: 1, timestamp: 5, topic: '', prev_topic: 'first' },
    ];
    await service.db.execute(
      sql`update messages set edit_history = ${JSON.stringify(moves)}::jsonb where id = ${id}`,
    );
    const past = async (allowEmptyTopicName: boolean) => {
      const asked = { messageId: id, allowEmptyTopicName, applyMarkdown: true };
      const { messageJson } = await getMessage(service.ctx, asked, service.scope(2));
      const { historyJson } = await getMessageHistory(service.ctx, asked, service.scope(2));
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

  it('has the edit history that the organization allows', async () => {
    const { world, db, ctx } = service;
    await db.execute(
      sql`update messages set edit_history = ${JSON.stringify([
        { user_id: 1, timestamp: 5, prev_content: 'ho', prev_rendered_content: '<p>ho</p>' },
      ])}::jsonb where id = ${message}`,
    );
    const history = async () => {
      const request = { messageId: message, allowEmptyTopicName: false };
      const { historyJson } = await getMessageHistory(ctx, request, service.scope(2));
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
  it('name readers by range and watermark, but neither the sender, nor people who share no receipts, nor later subscribers', async () => {
    const { world, ctx } = service;
    const flag = (userId: number, op: string, messageIds: number[]) =>
      updateFlags(ctx, { messageIds, op, flag: 'read' }, service.scope(userId));
    const all = (userId: number) =>
      markAsRead(ctx, { channelId: undefined, topic: undefined }, service.scope(userId));
    await flag(2, 'add', [message, direct]);
    await all(3);
    await flag(4, 'add', [message]);
    await all(6);
    expect(await receipts(2, message)).toEqual([2, 3, 4]);
    await flag(4, 'remove', [message]);
    world.withoutReceipts.add(3);
    world.subscribe(5, 1, [[message, 0]]);
    await service.send(1, { channel: 1, topic: '' });
    await all(5);
    expect(await receipts(1, message)).toEqual([2]);
    // A watermark over direct messages includes this message for other people, too. Only members of the conversation count.
    expect(await receipts(1, direct)).toEqual([2]);
    world.settings.enable_read_receipts = false;
    await expect(receipts(1, message)).rejects.toMatchObject({ message: /disabled/ });
  });
});
