import { errors, firstItem } from '@parley/core';
import { quotation } from '@parley/markdown';
import type { ChannelId, UserId } from '@parley/rules';
import type { Texts } from '@parley/texts';

/** The destination of a scheduled message in the form of a request: type `stream` has one channel ID. */
export type RequestedPlace = { type: string; to: readonly number[] };

export type ScheduledPlace = { channelId: ChannelId } | { userIds: UserId[] };

/** Parses the destination of a scheduled message. @throws BAD_REQUEST */
export function parseScheduledPlace({ type, to }: RequestedPlace): ScheduledPlace {
  if (type === 'stream') {
    if (to.length !== 1) throw errors.badRequest('Expected exactly one channel');
    return { channelId: firstItem(to) };
  }
  if (to.length === 0) throw errors.badRequest('Message must have recipients');
  return { userIds: [...new Set(to)].sort((a, b) => a - b) };
}

/** Latest allowed time of delivery: the end of the year 9999, in seconds since the Unix epoch. */
const latest = 253_402_300_799;

/** In seconds since the Unix epoch. @throws BAD_REQUEST when it is not in the future, or after the year 9999 */
export function checkDeliveryTime(deliverAt: number, now: number): void {
  if (deliverAt <= now) throw errors.badRequest('Scheduled delivery time must be in the future.');
  if (deliverAt > latest) throw errors.badRequest('Scheduled delivery time is too far in the future.');
}

/** The reason is quoted, so names in it are no mentions or links. @param deliverAt seconds since the Unix epoch */
export const failedDeliveryNotice = (
  deliverAt: number,
  reason: string,
  { conversations: { scheduled } }: Texts,
): string =>
  scheduled.failed({
    time: `<time:${new Date(deliverAt * 1000).toISOString()}>`,
    reason: quotation(reason),
  });
