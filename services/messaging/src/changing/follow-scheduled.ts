import type { Tx } from '@parley/db';
import type { Channel, Scope } from '@parley/directory';
import type { Event } from '@parley/proto/events/v1/event';
import { findReadablePeriods } from '../access/readable-periods.ts';
import { loadReader } from '../access/reader.ts';
import { lockScheduledIn, moveScheduled } from '../db/scheduled.ts';
import { periodsInclude } from '../domain/visibility.ts';
import { personalListChanged } from '../events/personal.ts';
import { scheduledJson } from '../view/scheduled-json.ts';
import { movesTopic, type UpdatePlan, type Written } from './write-update.ts';

/**
 * Makes scheduled messages to a topic follow when the whole topic is moved or renamed. They follow only for authors who may read
 * one of the moved messages at its new place; others do not learn where it is.
 * @returns the events for the authors
 */
export async function followScheduled(
  tx: Tx,
  { move }: UpdatePlan,
  { movedIds }: Written,
  scope: Scope,
): Promise<Event[]> {
  if (!move || !movesTopic(move)) return [];
  const { from, to } = move;
  const rows = await lockScheduledIn(tx, from.channel.channelId, from.topic);
  const authors = [...new Set(rows.map(({ userId }) => userId))];
  const mayFollow = new Set<number>();
  for (const userId of authors) if (await mayRead(userId, to.channel, movedIds, scope)) mayFollow.add(userId);
  const ids = rows.filter(({ userId }) => mayFollow.has(userId)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const moved = await moveScheduled(tx, ids, { channelId: to.channelId, topic: to.topic });
  return moved.map((row) =>
    personalListChanged(
      row.userId,
      { type: 'scheduled_messages', op: 'update', scheduled_message: scheduledJson(row) },
      scope.call.traceparent,
    ),
  );
}

async function mayRead(
  userId: number,
  channel: Channel,
  messageIds: readonly number[],
  scope: Scope,
): Promise<boolean> {
  const user = await scope.users.get(userId);
  if (!user) return false;
  const periods = await findReadablePeriods(await loadReader(user, scope), channel, scope);
  return messageIds.some((id) => periodsInclude(periods, id));
}
