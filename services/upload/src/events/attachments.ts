import { Delivery, Event, Origin } from '@parley/proto/events/v1/event';

const event = (
  op: 'add' | 'update' | 'remove',
  ownerId: number,
  attachmentJson: string,
  used: number,
): Event =>
  Event.create({
    kind: `upload.attachment.${{ add: 'added', update: 'updated', remove: 'removed' }[op]}`,
    origin: Origin.UPLOAD,
    deliveries: [
      Delivery.create({
        audience: { userIds: [ownerId] },
        type: 'attachment',
        json: Buffer.from(
          `{"type":"attachment","op":"${op}","attachment":${attachmentJson},"upload_space_used":${used}}`,
        ),
      }),
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
  Event.create({
    kind: 'upload.unlinked.due',
    origin: Origin.UPLOAD,
    fact: { value: { $case: 'unlinkedFilesDue', unlinkedFilesDue: { unlinkedBefore } } },
  });
