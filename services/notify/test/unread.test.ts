import { createScope } from '@parley/facts';
import { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { testCall } from '@parley/rpc/testing';
import { expect, it } from 'vitest';
import { findStillUnread } from '../src/facts/unread.ts';
import { startTestNotify } from './support.ts';

it('asks for the unread messages of many people in calls of bounded size', async () => {
  await using env = await startTestNotify({ send: async () => undefined });
  const asked: number[][] = [];
  const messaging = {
    ...env.ctx.messaging,
    findMissedMessages: async ({ readers }: { readers: { userId: number; messageIds: number[] }[] }) => {
      asked.push(readers.map(({ messageIds }) => messageIds.length));
      const messages = [...new Set(readers.flatMap(({ messageIds }) => messageIds))];
      return {
        messages: messages.map((messageId) => MissedMessage.fromPartial({ messageId, channelId: 5 })),
        readers: readers.map((reader) => ({ ...reader, own: [] })),
      };
    },
  };
  const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const wanted = new Map<number, readonly number[]>([
    ...ids(3).map((userId) => [userId, ids(400)] as [number, number[]]),
    ...ids(1_200).map((at) => [at + 3, [1]] as [number, number[]]),
  ]);
  const scope = createScope(env.ctx.factCache, testCall());
  const unread = await findStillUnread({ messaging }, wanted, scope);
  expect([unread.size, unread.get(3)?.size, unread.get(1_203)?.size]).toEqual([1_203, 400, 1]);
  expect(asked.map((each) => each.length)).toEqual([2, 500, 500, 201]);
  expect(asked.every((each) => each.reduce((sum, count) => sum + count, 0) <= 1_000)).toBe(true);
  // Readers of a message in a channel get the same object, so that a mail about it is rendered once.
  expect(unread.get(1)?.get(7)).toBe(unread.get(2)?.get(7));
});
