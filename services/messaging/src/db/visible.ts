import { type Query, sql } from '@parley/db';
import { isWholeHistory, type Period, type Visibility } from '../domain/visibility.ts';

/** Returns PostgreSQL's text of the message IDs in the periods, an `int8multirange`. */
export function multirange(periods: readonly Period[]): string {
  return `{${periods.map(({ after, until }) => `(${after},${until === 0 ? '' : until}]`).join(',')}}`;
}

/** Returns conditions on message `m` that its ID lies in the periods; none when they include everything. */
export function inPeriods(periods: readonly Period[]): Query[] {
  if (isWholeHistory(periods)) return [];
  // The lower bound lets an index scan start there.
  const first = Math.min(...periods.map(({ after }) => after));
  return [sql`m.id > ${first}`, sql`${multirange(periods)}::int8multirange @> m.id`];
}

/** Returns a JSON object from channel ID to multirange: a lookup by key costs the same for any number of channels. */
export function visibilityJson(visibility: Visibility): string {
  const entries = Array.from(visibility, ([channelId, periods]) => `"${channelId}":"${multirange(periods)}"`);
  return `{${entries.join(',')}}`;
}

/**
 * Condition on message `m`: it is visible in its channel. A separate subquery parses the object once instead of once per
 * row.
 */
export const visibleInChannels = (json: string): Query =>
  sql`((select ${json}::jsonb) ->> m.channel_id::text)::int8multirange @> m.id`;

/** Condition on message `m`: a direct message of the person. */
export const isOwnDirect = (userId: number): Query =>
  sql`m.conversation_id in (select d.conversation_id from direct_members d where d.user_id = ${userId})`;

/** Condition on message `m`: it is visible in its channel, or it is a direct message of the person. */
export const visible = (userId: number, visibility: Visibility): Query =>
  sql`(${visibleInChannels(visibilityJson(visibility))} or ${isOwnDirect(userId)})`;

/** Returns PostgreSQL's text of an array of IDs; for tens of thousands much faster than the driver's encoding. */
export const idArray = (ids: readonly number[]): string => `{${ids.join(',')}}`;
