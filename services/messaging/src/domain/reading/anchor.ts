import { errors, errorText } from '@parley/core';
import { limits } from '@parley/rules';
import { newestAnchor } from '../limits.ts';

/** The position in a narrow from which a read starts. */
export type Anchor =
  | { kind: 'id'; id: number }
  | { kind: 'first_unread' }
  /** The first message sent at or after the time. */
  | { kind: 'date'; time: Date };

/** Parses the `anchor` and `anchor_date` of a request (docs/api/messages.md#reading). @throws BAD_REQUEST */
export function parseAnchor(anchor: string, anchorDate: string): Anchor {
  switch (anchor) {
    case 'newest':
      return { kind: 'id', id: newestAnchor };
    case 'oldest':
      return { kind: 'id', id: 0 };
    case 'first_unread':
      return { kind: 'first_unread' };
    case 'date':
      return { kind: 'date', time: parseDate(anchorDate) };
  }
  if (anchor === '') throw errors.missingParameter('anchor');
  if (!/^-?\d+$/.test(anchor)) throw errors.badRequest('Invalid anchor');
  return { kind: 'id', id: Math.min(Math.max(Number(anchor), 0), newestAnchor) };
}

const datePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Parses a date or a date and time. A date alone means midnight. A time without a zone is in UTC. */
function parseDate(text: string): Date {
  if (text === '') throw errors.missingParameter('anchor_date');
  const match = datePattern.exec(text.trim());
  const [, day, clock = '00:00:00', zone = 'Z'] = match ?? [];
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const time = new Date(`${day}T${clock}${offset.toUpperCase()}`);
  // `Date` turns February 30 into March 2, so such a day is refused here.
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (!isDay || Number.isNaN(time.getTime())) throw errors.badRequest('Invalid anchor_date');
  return time;
}

/** Checks how many messages are requested on each side. @throws BAD_REQUEST for negative or too large numbers */
export function checkCounts(numBefore: number, numAfter: number): void {
  if (numBefore < 0) throw errors.badRequest('num_before is negative');
  if (numAfter < 0) throw errors.badRequest('num_after is negative');
  if (numBefore + numAfter > limits.messagesPerRequest) {
    throw errors.badRequest(
      errorText('Too many messages requested (maximum {limit}).', { limit: limits.messagesPerRequest }),
    );
  }
}
