import { roles } from '@parley/rules';
import { type DeliveryOutline, includes, type Outline } from './outline.ts';
import { isSubscribed, type Rights } from './rights.ts';

/** The queue that is read, and its owner. */
export type Reader = {
  queueId: string;
  /** ID of the owner; 0 for a spectator. */
  userId: number;
  allPublic: boolean;
};

/**
 * Returns the index of the first delivery whose audience includes the queue's owner; -1 when there is none. This is the
 * only rule that decides which queues receive an event. Every kind of reading uses it.
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
    isSubscribed(rights, channelId) &&
    (channelMaxRole === 0 || rights.role <= channelMaxRole)
  ) {
    return true;
  }
  if (delivery.maxRole !== 0 && rights.role <= delivery.maxRole && rights.role !== 0) return true;
  if (delivery.userIds.length > 0 && includes(delivery.userIds, userId)) return true;
  return delivery.isPublic && reader.allPublic && rights.role < roles.guest;
}
