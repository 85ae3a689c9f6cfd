import { type Query, sql } from '@parley/db';
import { isWholeHistory, type Period, type Visibility } from '../domain/visibility.ts';

/** Returns the text of an `int8multirange` that contains the message IDs of the periods. */
export function multirange(periods: readonly Period[]): string {
  return `{${periods.map(({ after, until }) => `(${after},${until === 0 ? '' : until}]`).join(',')}}`;
}

/**
 * Returns the conditions that the ID of message `m` lies in the periods; no conditions when the periods include every
 * ID.
 */
export function inPeriods(periods: readonly Period[]): Query[] {
  if (isWholeHistory(periods)) return [];
  // With the lower bound, an index scan can start at the first period.
  const first = Math.min(...periods.map(({ after }) => after));
  return [sql`m.id > ${first}`, sql`${multirange(periods)}::int8multirange @> m.id`];
}

/**
 * Returns the text of a JSON object from channel ID to multirange. A lookup by key costs the same for any number of
 * channels.
 */
export function visibilityJson(visibility: Visibility): string {
  const entries = Array.from(visibility, ([channelId, periods]) => `"${channelId}":"${multirange(periods)}"`);
  return `{${entries.join(',')}}`;
}

/**
 * Condition on message `m`: it is visible in its channel. The object is parsed in a subquery, which is evaluated once
 * instead of once per row.
 */
export const visibleInChannels = (json: string): Query =>
  sql`((select ${json}::jsonb) ->> m.channel_id::text)::int8multirange @> m.id`;

/** Condition on message `m`: a direct message of a conversation in which the person takes part. */
export const isOwnDirectMessage = (userId: number): Query =>
  sql`m.conversation_id in (select d.conversation_id from direct_members d where d.user_id = ${userId})`;

/** Condition on message `m`: it is visible in its channel, or it is a direct message of the person. */
export const visible = (userId: number, visibility: Visibility): Query =>
  sql`(${visibleInChannels(visibilityJson(visibility))} or ${isOwnDirectMessage(userId)})`;

/**
 * Returns PostgreSQL's text of an array of IDs. For tens of thousands of IDs this is much faster than the driver's
 * encoding.
 */
export const idArray = (ids: readonly number[]): string => `{${ids.join(',')}}`;
