import { roles } from '@parley/rules';
import { type DeliveryOutline, includes, type Outline } from './outline.ts';
import { hears, type Rights } from './rights.ts';

/** Who reads: one queue of one person. */
export type Reader = {
  queueId: string;
  /** 0 for a spectator. */
  userId: number;
  allPublic: boolean;
};

/**
 * Which delivery of an event is a queue's: the first whose audience holds its owner; -1 for none.
 * The one rule of who receives what; every way of reading goes through it.
 */
export function deliveryFor(outline: Outline, reader: Reader, rights: Rights): number {
  const { deliveries } = outline;
  for (let at = 0; at < deliveries.length; at++) if (holds(deliveries[at]!, reader, rights)) return at;
  return -1;
}

function holds(delivery: DeliveryOutline, reader: Reader, rights: Rights): boolean {
  if (delivery.onlyQueueId !== '' && delivery.onlyQueueId !== reader.queueId) return false;
  if (delivery.exceptQueueId !== '' && delivery.exceptQueueId === reader.queueId) return false;
  const { userId } = reader;
  if (userId === 0) return delivery.isWebPublic;
  if (delivery.exceptUserIds.length > 0 && includes(delivery.exceptUserIds, userId)) return false;
  const { channelId, channelMaxRole } = delivery;
  if (
    channelId !== 0 &&
    hears(rights, channelId) &&
    (channelMaxRole === 0 || rights.role <= channelMaxRole)
  ) {
    return true;
  }
  if (delivery.maxRole !== 0 && rights.role <= delivery.maxRole && rights.role !== 0) return true;
  if (delivery.userIds.length > 0 && includes(delivery.userIds, userId)) return true;
  return delivery.isPublic && reader.allPublic && rights.role < roles.guest;
}
