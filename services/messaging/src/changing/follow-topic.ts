import type { Tx } from '@parley/db';
import type { Channel, Scope } from '@parley/facts';
import type { Event } from '@parley/proto/events/v1/event';
import type { MessageId, UserId } from '@parley/rules';
import { historiesOf } from '../access/histories.ts';
import { findReadablePeriods } from '../access/readable-periods.ts';
import type { Ctx } from '../context.ts';
import { lockDraftsIn, moveDrafts } from '../db/personal/drafts.ts';
import { lockScheduledIn, moveScheduled } from '../db/personal/scheduled.ts';
import { periodsInclude } from '../domain/reading/visibility.ts';
import { personalListChanged } from '../events/personal.ts';
import { scheduledJson } from '../view/scheduled-json.ts';
import { movesTopic, type UpdatePlan, type Written } from './write-update.ts';

/** Maximum number of drafts, and of scheduled messages, that follow a topic. Their authors are looked up with one call. */
const maxFollowing = 500;

/**
 * Makes drafts and scheduled messages to a topic follow when the whole topic is moved or renamed. They follow only for authors who
 * may read one of the moved messages at its new place; others do not learn where it is.
 * @returns the events for the authors
 */
export async function followTopic(
  ctx: Ctx,
  tx: Tx,
  { move }: UpdatePlan,
  { movedIds }: Written,
  scope: Scope,
): Promise<Event[]> {
  if (!move || !movesTopic(move)) return [];
  const { from, to } = move;
  const scheduled = await lockScheduledIn(tx, from.channel.channelId, from.topic, maxFollowing);
  const drafts = await lockDraftsIn(tx, from.channel.channelId, from.topic, maxFollowing);
  const authors = new Set([...scheduled, ...drafts].map(({ userId }) => userId));
  const readers = await findReaders(ctx, [...authors], to.channel, movedIds, scope);
  const following = (rows: readonly { id: number; userId: UserId }[]) =>
    rows.filter(({ userId }) => readers.has(userId)).map(({ id }) => id);
  const place = { channelId: to.channelId, topic: to.topic };
  const movedScheduled = await moveScheduled(tx, following(scheduled), place);
  const movedDrafts = await moveDrafts(tx, following(drafts), place);
  const { traceparent } = scope.call;
  return [
    ...movedScheduled.map((row) => {
      const json = scheduledJson(row);
      return personalListChanged(
        row.userId,
        { type: 'scheduled_messages', op: 'update', scheduled_message: json },
        traceparent,
      );
    }),
    ...movedDrafts.map(({ userId, ...draft }) =>
      personalListChanged(userId, { type: 'drafts', op: 'update', draft }, traceparent),
    ),
  ];
}

/** Returns those of the people who may read one of the messages in a channel. */
async function findReaders(
  ctx: Ctx,
  userIds: UserId[],
  channel: Channel,
  messageIds: readonly MessageId[],
  scope: Scope,
): Promise<Set<number>> {
  const [users, histories] = await Promise.all([
    scope.users.many(userIds),
    historiesOf(ctx, { userIds, channelIds: [channel.channelId] }, scope),
  ]);
  const readers = new Set<number>();
  for (const user of users.values()) {
    const reader = { user, histories: histories.get(user.userId) ?? new Map() };
    const periods = await findReadablePeriods(reader, channel, scope);
    if (messageIds.some((id) => periodsInclude(periods, id))) readers.add(user.userId);
  }
  return readers;
}
