import { type Query, sql } from '@parley/db';
import { isWholeHistory, type Period, type Visibility } from '../domain/visibility.ts';

/** PostgreSQL's text of a set of message IDs. */
export function multirange(periods: readonly Period[]): string {
  return `{${periods.map(({ after, until }) => `(${after},${until === 0 ? '' : until}]`).join(',')}}`;
}

/** Conditions on message `m` that its ID lies in the periods; none for all of them. */
export function inPeriods(periods: readonly Period[]): Query[] {
  if (isWholeHistory(periods)) return [];
  // The first bound lets an index scan begin there.
  const first = Math.min(...periods.map(({ after }) => after));
  return [sql`m.id > ${first}`, sql`${multirange(periods)}::int8multirange @> m.id`];
}

/** What is visible as a JSON object from channel ID to multirange: a lookup by key costs the same for any number. */
export function visibilityJson(visibility: Visibility): string {
  const entries = Array.from(visibility, ([channelId, periods]) => `"${channelId}":"${multirange(periods)}"`);
  return `{${entries.join(',')}}`;
}

/**
 * Condition on message `m`: it is visible in its channel. An object in a subquery of its own is parsed once, not
 * for every row.
 */
export const visibleInChannels = (json: string): Query =>
  sql`((select ${json}::jsonb) ->> m.channel_id::text)::int8multirange @> m.id`;

/** Condition on message `m`: a direct message of the person. */
export const isOwnDirect = (userId: number): Query =>
  sql`m.conversation_id in (select d.conversation_id from direct_members d where d.user_id = ${userId})`;

/** Condition on message `m`: it is visible in its channel, or it is a direct message of the person. */
export const visible = (userId: number, visibility: Visibility): Query =>
  sql`(${visibleInChannels(visibilityJson(visibility))} or ${isOwnDirect(userId)})`;

/** IDs as PostgreSQL's text of an array: far quicker to make, for tens of thousands, than by the driver. */
export const idArray = (ids: readonly number[]): string => `{${ids.join(',')}}`;
