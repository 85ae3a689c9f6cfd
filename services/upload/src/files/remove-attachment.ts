import { emit, type Tx } from '@parley/db';
import { type AttachmentRow, deleteAttachmentRow, usedBytes } from '../db/attachments.ts';
import { markContentForDeletion } from '../db/parts.ts';
import { deleteThumbnails } from '../db/thumbnails.ts';
import { attachmentRemoved } from '../events/attachments.ts';

/** Deletes a file and its links, marks its content for deletion, and emits the event. The caller must have locked the file. */
export async function removeAttachment(
  tx: Tx,
  { attachmentId, ownerId, contentId }: Pick<AttachmentRow, 'attachmentId' | 'ownerId' | 'contentId'>,
): Promise<void> {
  await deleteThumbnails(tx, attachmentId);
  await deleteAttachmentRow(tx, attachmentId);
  await markContentForDeletion(tx, contentId);
  await emit(tx, attachmentRemoved(ownerId, attachmentId, await usedBytes(tx)));
}
