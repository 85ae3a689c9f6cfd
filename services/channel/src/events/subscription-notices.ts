import { lastItem } from '@parley/core';
import { newEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { SubscriptionNotice } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/rules';
import type { JoinedRow } from '../db/subscriptions.ts';

/** Maximum number of IDs (of people and channels together) in one event. */
const maxIds = 50_000;

/** They list people whom another person has subscribed, and the channels. */
export function subscriptionNoticesDue(
  joined: readonly JoinedRow[],
  actorId: UserId,
  traceparent: string | undefined,
): Event[] {
  const parts: SubscriptionNotice[][] = [];
  let remaining = 0;
  for (const notice of groupedByChannels(joined)) {
    const size = notice.userIds.length + notice.channelIds.length;
    if (size > remaining) {
      parts.push([]);
      remaining = maxIds;
    }
    lastItem(parts).push(notice);
    remaining -= size;
  }
  return parts.map((notices) =>
    newEvent('channel.notices.due', {
      fact: { $case: 'subscriptionNoticesDue', subscriptionNoticesDue: { actorId, notices } },
      traceparent,
    }),
  );
}

/** Groups people who were subscribed to the same channels. */
function groupedByChannels(joined: readonly JoinedRow[]): SubscriptionNotice[] {
  const notices = new Map<string, SubscriptionNotice>();
  for (const [userId, rows] of Map.groupBy(joined, (row) => row.userId)) {
    const channelIds = rows.map((row) => row.channelId);
    const key = channelIds.join(',');
    const notice = notices.get(key);
    if (notice) notice.userIds.push(userId);
    else notices.set(key, { userIds: [userId], channelIds });
  }
  return [...notices.values()];
}
