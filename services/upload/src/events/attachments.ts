import { newEvent, textDelivery } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';

const verbs = { add: 'added', update: 'updated', remove: 'removed' } as const;

const event = (
  op: 'add' | 'update' | 'remove',
  ownerId: number,
  attachmentJson: string,
  used: number,
): Event =>
  newEvent(`upload.attachment.${verbs[op]}`, {
    deliveries: [
      textDelivery(
        { userIds: [ownerId] },
        {
          type: 'attachment',
          json: `{"type":"attachment","op":"${op}","attachment":${attachmentJson},"upload_space_used":${used}}`,
        },
      ),
    ],
  });

/** Builds the event of a new file. Its owner receives it. @param attachmentJson the file as the API shows it */
export const attachmentAdded = (ownerId: number, attachmentJson: string, used: number): Event =>
  event('add', ownerId, attachmentJson, used);

/** Builds the event of a file whose links or scan result changed. Its owner receives it. */
export const attachmentUpdated = (ownerId: number, attachmentJson: string, used: number): Event =>
  event('update', ownerId, attachmentJson, used);

/** Builds the event of a deleted file. Its owner receives it. */
export const attachmentRemoved = (ownerId: number, attachmentId: number, used: number): Event =>
  event('remove', ownerId, JSON.stringify({ id: attachmentId }), used);

/** Builds the event that files without links since a time may be deleted. Clients do not receive it. */
export const unlinkedFilesDue = (unlinkedBefore: number): Event =>
  newEvent('upload.unlinked.due', {
    fact: { $case: 'unlinkedFilesDue', unlinkedFilesDue: { unlinkedBefore } },
  });
