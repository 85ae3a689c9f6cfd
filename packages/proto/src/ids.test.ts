import { expect, it } from 'vitest';
import type { ChannelId, GroupId, MessageId, UserId } from './ids.ts';

const userId: UserId = 1;
const channelId: ChannelId = 2;
const messageId: MessageId = 3;
const groupId: GroupId = 4;

/** The compiler checks these lines: it reports a `@ts-expect-error` above a line without an error. */
it('an ID of one kind does not stand for an ID of another kind', () => {
  // @ts-expect-error
  const user: UserId = channelId;
  // @ts-expect-error
  const channel: ChannelId = messageId;
  // @ts-expect-error
  const message: MessageId = groupId;
  // @ts-expect-error
  const users: UserId[] = [groupId];
  // @ts-expect-error
  const isKnown = new Set<UserId>([userId]).has(channelId);
  // @ts-expect-error
  const name = new Map<ChannelId, string>([[channelId, 'general']]).get(userId);
  expect([user, channel, message, users, isKnown, name]).toEqual([2, 3, 4, [4], false, undefined]);
});

it('a plain number fits every kind, and an ID is a number', () => {
  const fromWire: number = 7;
  const ids: [UserId, ChannelId, MessageId, GroupId] = [fromWire, fromWire, fromWire, fromWire];
  const next: number = userId + 1;
  expect([ids, next]).toEqual([[7, 7, 7, 7], 2]);
});
