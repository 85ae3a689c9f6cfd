import { required } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import type { UserChanged } from '@parley/proto/events/v1/facts';
import { type MessageId, mediumAvatarUrl, type UserId } from '@parley/rules';
import { fromOrganizationFacts } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { storeAccessEnd } from '../db/access-ends.ts';
import {
  type AttachmentRow,
  attachmentByPath,
  attachmentJsonOf,
  deleteLinks,
  insertLink,
  isUnlinkedSince,
  linkedBy,
  lockAttachment,
  unlinkedFiles,
  usedBytes,
} from '../db/attachments.ts';
import { storePositionsSetting } from '../db/image-positions.ts';
import { replaceAvatar } from '../db/images.ts';
import { markContentForDeletion } from '../db/parts.ts';
import { attachmentUpdated } from '../events/attachments.ts';
import { mayPersonRead } from '../files/access.ts';
import { removeAttachment } from '../files/remove-attachment.ts';

/** Maximum number of links in one message that are stored. Further links are ignored. */
const maxLinks = 100;
const batch = 100;

/** `authorId` wrote the links: the sender or editor. `sentAt` is in seconds since the Unix epoch. */
type Linking = { messageId: MessageId; authorId: UserId; sentAt: number; paths: readonly string[] };

/** Also ended access, the setting for positions in photos, and replaced avatars. */
export const startLinkWorker = (ctx: Ctx, log: WorkerLog): Worker =>
  startWorker(log, {
    name: 'upload',
    from: 'start',
    facts: [
      'messageSent',
      'messageChanged',
      'messagesDeleted',
      'unlinkedFilesDue',
      'organizationChanged',
      'accessEnded',
      'userChanged',
    ],
    handle: (event, signal, epoch) => followLinks(ctx, event, signal, epoch),
  });

/** Idempotent. Undefined, without decoding the event, for messages without links to files. */
export function followLinks(
  ctx: Ctx,
  followed: FollowedEvent,
  signal: AbortSignal,
  epoch = '',
): Promise<void> | undefined {
  if (followed.message?.linksUploads === false) return undefined;
  return follow(ctx, followed, signal, epoch);
}

async function follow(ctx: Ctx, followed: FollowedEvent, signal: AbortSignal, epoch: string): Promise<void> {
  const { fact } = followed;
  switch (fact?.$case) {
    case 'messageSent': {
      const { uploadPaths: paths, senderId: authorId, sentAt } = fact.messageSent;
      await storeLinks(ctx, { messageId: followed.assignedId, authorId, sentAt, paths }, signal);
      return;
    }
    case 'messageChanged': {
      const { messageId, editorId: authorId, sentAt, uploadPaths: paths } = fact.messageChanged;
      const kept = await storeLinks(ctx, { messageId, authorId, sentAt, paths }, signal);
      return await dropLinksExcept(ctx, messageId, kept);
    }
    case 'messagesDeleted':
      if (fact.messagesDeleted.hadAttachments) await dropMessages(ctx, fact.messagesDeleted.messageIds);
      return;
    case 'organizationChanged': {
      const { settings } = fromOrganizationFacts(fact.organizationChanged);
      // The fact contains the stored settings. The others have their default, which is `true`.
      const areRemoved = settings.remove_image_positions !== false;
      return await storePositionsSetting(ctx.db, areRemoved, { epoch, eventId: followed.id });
    }
    case 'accessEnded':
      return await storeAccessEnd(ctx.db, fact.accessEnded.userId, new Date(ctx.clock.now()));
    case 'userChanged':
      return await dropFormerAvatars(ctx, fact.userChanged, { epoch, eventId: followed.id });
    case 'unlinkedFilesDue':
      return await removeUnlinked(ctx, new Date(fact.unlinkedFilesDue.unlinkedBefore), signal);
  }
}

/** Deletes the avatars that a person has replaced or removed, because nobody is to see them any more. */
async function dropFormerAvatars(
  ctx: Ctx,
  { user }: UserChanged,
  announcement: { epoch: string; eventId: number },
): Promise<void> {
  if (!user) return;
  const { userId, avatarUrl: path } = user;
  const paths = path === '' ? [] : [path, required(mediumAvatarUrl(path), 'address of a picture')];
  await ctx.db.tx(async (tx) => {
    for (const contentId of await replaceAvatar(tx, userId, paths, announcement)) {
      await markContentForDeletion(tx, contentId);
    }
  });
}

/**
 * Stores the links of a message. A link counts only if its author may read the file, so that nobody gets access to a file by
 * guessing its path.
 * @returns the IDs of the files to which the message links, including files that the author may not read
 */
async function storeLinks(ctx: Ctx, linking: Linking, signal: AbortSignal): Promise<Set<number>> {
  const { messageId, authorId, sentAt, paths } = linking;
  const linkedIds = new Set<number>();
  for (const path of new Set(paths.slice(0, maxLinks))) {
    const file = await attachmentByPath(ctx.db, path.normalize('NFC'));
    if (!file) continue;
    linkedIds.add(file.attachmentId);
    if (!(await mayPersonRead(ctx, file, authorId, signal))) continue;
    await ctx.db.tx(async (tx) => {
      if (!(await lockAttachment(tx, file.attachmentId))) return;
      if (await insertLink(tx, file.attachmentId, { messageId, sentAt })) await announce(tx, file);
    });
  }
  return linkedIds;
}

/** Deletes the links that an edit removed. Files that lose their last link stay for some time, as files without links do. */
async function dropLinksExcept(ctx: Ctx, messageId: MessageId, kept: ReadonlySet<number>): Promise<void> {
  for (const id of await linkedBy(ctx.db, [messageId])) {
    if (kept.has(id)) continue;
    await ctx.db.tx(async (tx) => {
      const file = await lockAttachment(tx, id);
      if (file && (await deleteLinks(tx, id, [messageId])).deleted > 0) await announce(tx, file);
    });
  }
}

/** Deletes the links of deleted messages, and the files that lose their last link (docs/api/uploads.md#cleaning-up). */
async function dropMessages(ctx: Ctx, messageIds: readonly MessageId[]): Promise<void> {
  for (const id of await linkedBy(ctx.db, messageIds)) {
    await ctx.db.tx(async (tx) => {
      const file = await lockAttachment(tx, id);
      if (!file) return;
      const { deleted, isLinked } = await deleteLinks(tx, id, messageIds);
      if (deleted === 0) return;
      if (isLinked) await announce(tx, file);
      else await removeAttachment(tx, file);
    });
  }
}

async function announce(tx: Tx, { attachmentId, ownerId }: AttachmentRow): Promise<void> {
  await emit(tx, attachmentUpdated(ownerId, await attachmentJsonOf(tx, attachmentId), await usedBytes(tx)));
}

/** The event comes from the log, so every message that was sent before it has been handled. */
async function removeUnlinked(ctx: Ctx, before: Date, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = (await unlinkedFiles(ctx.db, before, batch)).map(({ attachmentId }) => attachmentId);
    for (const id of ids) {
      signal.throwIfAborted();
      await ctx.db.tx(async (tx) => {
        const file = await lockAttachment(tx, id);
        if (file && (await isUnlinkedSince(tx, id, before))) await removeAttachment(tx, file);
      });
    }
    if (ids.length < batch) return;
  }
}
