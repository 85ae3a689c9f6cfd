import { bestEffort } from '@parley/core';
import type { Channel, Scope } from '@parley/facts';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { flagBits } from '../domain/changing/flags.ts';
import type { Composed } from './compose-message.ts';

export type ResolvedTopic = { channel: Channel; topics: readonly string[] };

/** By the setting `resolved_topic_notice_auto_read_policy`. Undefined after a failed lookup: unread for all. */
export async function findUnreadRecipients(
  { channel: service, logger }: Ctx,
  { channel: { channelId }, topics }: ResolvedTopic,
  scope: Scope,
): Promise<number[] | undefined> {
  return await bestEffort(logger, 'recipients of a notice could not be looked up', async () => {
    const [{ readers }, followers] = await Promise.all([
      service.getAudience({ channelId, withReaders: true, maxReaders: 0 }, scope.call),
      service.findTopicFollowers({ channelId, topics: [...topics] }, scope.call),
    ]);
    const follows = new Set(followers.userIds);
    const userIds = readers.map(({ userId }) => userId);
    const settings = await scope.writingSettings(userIds);
    return userIds.filter((userId) => {
      const policy = settings.get(userId)?.resolvedNoticePolicy;
      return policy === 'always' ? false : policy === 'except_followed' ? follows.has(userId) : true;
    });
  });
}

/** The mark is a negative origin ID, which the queries of db/read-state/read-state.ts recognize. */
export function readWhenSent(
  { row, fact }: Composed,
  unreadUserIds: readonly UserId[],
): Pick<Composed, 'row' | 'fact'> {
  return {
    row: {
      ...row,
      originId: -row.originId,
      personalFlags: withMarkedUnread(row.personalFlags, unreadUserIds),
    },
    fact: { ...fact, originId: -fact.originId, readByRecipients: true, unreadUserIds: [...unreadUserIds] },
  };
}

function withMarkedUnread(
  flags: NewMessage['personalFlags'],
  unreadUserIds: readonly UserId[],
): NewMessage['personalFlags'] {
  const byUser = new Map(flags.map(({ userId, flags: bits }) => [userId, bits]));
  for (const userId of unreadUserIds) byUser.set(userId, (byUser.get(userId) ?? 0) | flagBits.markedUnread);
  return Array.from(byUser, ([userId, bits]) => ({ userId, flags: bits }));
}
