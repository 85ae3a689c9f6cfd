import { visitor } from '@parley/core';
import { type Query, sql } from '@parley/db';
import type { UserId } from '@parley/rules';
import { isWholeHistory, type Period, type Reader, type Visibility } from '../domain/reading/visibility.ts';

/** Returns the text of a PostgreSQL `int8multirange` that contains the message IDs of the periods. */
export function multirange(periods: readonly Period[]): string {
  return `{${periods.map(({ after, until }) => `(${after},${until === 0 ? '' : until}]`).join(',')}}`;
}

/** Returns SQL conditions that the ID of message `m` lies in one of the periods. Empty when the periods include every ID. */
export function inPeriods(periods: readonly Period[]): Query[] {
  if (isWholeHistory(periods)) return [];
  // The multirange alone gives an index scan no start, so the lower bound is a separate condition.
  const first = Math.min(...periods.map(({ after }) => after));
  return [sql`m.id > ${first}`, sql`${multirange(periods)}::int8multirange @> m.id`];
}

/** From channel ID to multirange. A lookup takes the same time for any number of channels. */
export function visibilityJson(visibility: Visibility): string {
  const entries = Array.from(visibility, ([channelId, periods]) => `"${channelId}":"${multirange(periods)}"`);
  return `{${entries.join(',')}}`;
}

/** PostgreSQL evaluates the subquery once instead of once per row. @param json the text that `visibilityJson` returns */
export const visibleInChannels = (json: string): Query =>
  sql`((select ${json}::jsonb) ->> m.channel_id::text)::int8multirange @> m.id`;

/** Condition: `m` is a direct message of a conversation of which the person is a member. */
export const isOwnDirectMessage = (userId: UserId): Query =>
  sql`m.conversation_id in (select d.conversation_id from direct_members d where d.user_id = ${userId})`;

/** Condition: the person may read message `m`, in its channel or as a direct message. */
export const visible = (userId: UserId, visibility: Visibility): Query =>
  sql`(${visibleInChannels(visibilityJson(visibility))} or ${isOwnDirectMessage(userId)})`;

/** Condition: the reader may read message `m`. Visitors may read no direct message. */
export const visibleTo = ({ user }: Pick<Reader, 'user'>, visibility: Visibility): Query =>
  user === visitor ? visibleInChannels(visibilityJson(visibility)) : visible(user.userId, visibility);

/** With tens of thousands of IDs this is much faster than passing an array to the driver. */
export const idArray = (ids: readonly number[]): string => `{${ids.join(',')}}`;
