import { newEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { SubscriptionNotice } from '@parley/proto/events/v1/facts';
import type { JoinedRow } from '../db/subscriptions.ts';

/** IDs in one event at most, of people and of channels. */
const maxIds = 50_000;

/** Events `channel.notices.due`: who is to be told that somebody else subscribed them, and to what. */
export function subscriptionNoticesDue(
  joined: readonly JoinedRow[],
  actorId: number,
  traceparent: string | undefined,
): Event[] {
  const parts: SubscriptionNotice[][] = [];
  let room = 0;
  for (const notice of alike(joined)) {
    const size = notice.userIds.length + notice.channelIds.length;
    if (size > room) {
      parts.push([]);
      room = maxIds;
    }
    parts.at(-1)!.push(notice);
    room -= size;
  }
  return parts.map((notices) =>
    newEvent('channel.notices.due', {
      fact: { $case: 'subscriptionNoticesDue', subscriptionNoticesDue: { actorId, notices } },
      traceparent,
    }),
  );
}

/** People who joined the same channels, together. */
function alike(joined: readonly JoinedRow[]): SubscriptionNotice[] {
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
