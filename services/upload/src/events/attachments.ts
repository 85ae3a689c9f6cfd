import { newEvent, rawDelivery } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';

const verbs = { add: 'added', update: 'updated', remove: 'removed' } as const;
type Op = keyof typeof verbs;

const event = (op: Op, ownerId: UserId, attachment: string, used: number): Event =>
  newEvent(`upload.attachment.${verbs[op]}`, {
    deliveries: [
      rawDelivery<`attachment/${Op}`, 'attachment'>(
        { userIds: [ownerId] },
        { type: 'attachment', op, upload_space_used: used },
        { attachment },
      ),
    ],
  });

/** @param attachmentJson in the form of the API @param used size of all files of the organization in bytes */
export const attachmentAdded = (ownerId: UserId, attachmentJson: string, used: number): Event =>
  event('add', ownerId, attachmentJson, used);

/** Builds the event of a file whose links or scan result changed, for its owner. */
export const attachmentUpdated = (ownerId: UserId, attachmentJson: string, used: number): Event =>
  event('update', ownerId, attachmentJson, used);

export const attachmentRemoved = (ownerId: UserId, attachmentId: number, used: number): Event =>
  event('remove', ownerId, JSON.stringify({ id: attachmentId }), used);

/** `unlinkedBefore` in milliseconds since the Unix epoch. Only this service receives it. */
export const unlinkedFilesDue = (unlinkedBefore: number): Event =>
  newEvent('upload.unlinked.due', {
    fact: { $case: 'unlinkedFilesDue', unlinkedFilesDue: { unlinkedBefore } },
  });
