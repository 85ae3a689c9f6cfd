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

/** A file of a person's is there; to that person. `attachmentJson` is the file in the API's form. */
export const attachmentAdded = (ownerId: number, attachmentJson: string, used: number): Event =>
  event('add', ownerId, attachmentJson, used);

/** The messages that link a person's file changed; to that person. */
export const attachmentUpdated = (ownerId: number, attachmentJson: string, used: number): Event =>
  event('update', ownerId, attachmentJson, used);

/** A person's file is gone; to that person. */
export const attachmentRemoved = (ownerId: number, attachmentId: number, used: number): Event =>
  event('remove', ownerId, JSON.stringify({ id: attachmentId }), used);

/** Files that no message has linked since then may go; nobody's client hears of it. */
export const unlinkedFilesDue = (unlinkedBefore: number): Event =>
  newEvent('upload.unlinked.due', {
    fact: { $case: 'unlinkedFilesDue', unlinkedFilesDue: { unlinkedBefore } },
  });
