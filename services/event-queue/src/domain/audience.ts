import { itemAt } from '@parley/core';
import { isRoleUpTo, roles, type UserId } from '@parley/rules';
import { type DeliveryOutline, includes, type Outline } from './outline.ts';
import { isSubscribed, type Rights } from './rights.ts';

/** A queue for which events are selected, and its user. */
export type Reader = {
  queueId: string;
  userId: UserId;
  allPublic: boolean;
};

/**
 * Returns the index of the first delivery (audience and content) of an event that includes the queue's user; -1 when none does.
 * Every way of reading a queue uses this function, and nothing else decides whether an audience includes a user.
 */
export function deliveryFor(outline: Outline, reader: Reader, rights: Rights): number {
  const { deliveries } = outline;
  for (let at = 0; at < deliveries.length; at++) if (holds(itemAt(deliveries, at), reader, rights)) return at;
  return -1;
}

function holds(delivery: DeliveryOutline, reader: Reader, rights: Rights): boolean {
  if (delivery.onlyQueueId !== '' && delivery.onlyQueueId !== reader.queueId) return false;
  if (delivery.exceptQueueId !== '' && delivery.exceptQueueId === reader.queueId) return false;
  const { userId } = reader;
  if (delivery.exceptUserIds.length > 0 && includes(delivery.exceptUserIds, userId)) return false;
  const { channelId, channelMaxRole } = delivery;
  if (
    channelId !== 0 &&
    isSubscribed(rights, channelId) &&
    (channelMaxRole === 0 || rights.role <= channelMaxRole)
  ) {
    return true;
  }
  if (isRoleUpTo(rights.role, delivery.maxRole)) return true;
  if (delivery.userIds.length > 0 && includes(delivery.userIds, userId)) return true;
  return delivery.isPublic && reader.allPublic && rights.role < roles.guest;
}
