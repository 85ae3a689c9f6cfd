import { errors } from '@parley/core';
import { emitAll } from '@parley/db';
import { retryOnConflict, type Scope } from '@parley/facts';
import type { UpdateBlocksRequest, UpdateBlocksResponse } from '@parley/proto/messaging/v1/changing';
import { invalidMessage, requireChangeableMessage } from '../../access/message-access.ts';
import {
  audienceOfChange,
  findChannelReaders,
  findSubscribers,
  hasProtectedHistory,
} from '../../audience/channel-audience.ts';
import { planEdit } from '../../changing/plan-edit.ts';
import { announceUpdate, type UpdatePlan, writeUpdate } from '../../changing/write-update.ts';
import type { Ctx } from '../../context.ts';
import { deleteBlocks, hasBlocks, insertSubmessage } from '../../db/changing/submessages.ts';
import { lockMessage } from '../../db/stored-message.ts';
import { parseContent } from '../../domain/sending/content.ts';
import { submessageAdded } from '../../events/submessage-added.ts';
import { withOwnPictures } from '../../rendering/own-pictures.ts';

/**
 * Replaces the blocks of a message, and its content, which is their readable form. A message with blocks shows a state, so its app may update it
 * at any time; for others, the limits of edits apply. Idempotent.
 * @throws BAD_REQUEST when the caller did not send the message, or may not edit it any more
 */
export async function updateBlocks(
  ctx: Ctx,
  request: UpdateBlocksRequest,
  scope: Scope,
): Promise<UpdateBlocksResponse> {
  ctx.writeGuard.check();
  const content = parseContent(request.content);
  await retryOnConflict(scope, async (attempt) => {
    const { plan, audience, isOfApp } = await attempt.confirmed((facts) =>
      planBlocks(ctx, { ...request, content }, facts),
    );
    const { user, message } = plan.access;
    return await ctx.db.tx(async (tx) => {
      const written = plan.edit ? await writeUpdate(tx, plan) : undefined;
      if (written === 'gone') throw invalidMessage();
      if (written === 'moved') return undefined;
      const locked = written ? written.before : await lockMessage(tx, message.id);
      if (!locked) throw invalidMessage();
      if (locked.channelId !== message.channelId) return undefined;
      const announced = written ? await announceUpdate(tx, plan, written, attempt) : [];
      await emitAll(tx, announced);
      // A message of text alone that stays one has no part for blocks.
      if (!isOfApp && isEmpty(request.blocks)) return true;
      await deleteBlocks(tx, message.id);
      const row = {
        messageId: message.id,
        senderId: user.userId,
        msgType: 'blocks',
        content: request.blocks,
      };
      const id = await insertSubmessage(tx, row);
      await emitAll(tx, [submessageAdded({ id, ...row }, audience, scope.call.traceparent)]);
      return true;
    });
  });
  return {};
}

/** Returns whether there are no blocks. The text is what `integrations` writes; it is not parsed. */
const isEmpty = (blocks: string): boolean => blocks === '' || blocks.endsWith('"blocks":[]}');

async function planBlocks(
  ctx: Ctx,
  {
    messageId,
    content,
    prevContentSha256,
  }: Pick<UpdateBlocksRequest, 'messageId' | 'content' | 'prevContentSha256'>,
  scope: Scope,
) {
  const access = await requireChangeableMessage(ctx, messageId, scope);
  const { user, message, channel } = access;
  if (message.senderId !== user.userId)
    throw errors.badRequest("You don't have permission to edit this message");
  const isOfApp = await hasBlocks(ctx.db, message.id);
  const edit =
    content === message.content
      ? undefined
      : await planEdit(ctx, access, { content, prevContentSha256, isOfApp }, scope);
  const readers =
    channel && hasProtectedHistory(channel)
      ? await findChannelReaders(ctx, channel.channelId, scope)
      : undefined;
  const plan: UpdatePlan = {
    access,
    edit,
    move: undefined,
    readers,
    moveReaders: undefined,
    subscribers: readers ?? (channel && (await findSubscribers(ctx, channel.channelId, scope))),
    notices: [],
    shownHtml: (html) => withOwnPictures(html, ctx.pictureKey),
    topicLinks: [],
    at: Math.floor(ctx.clock.now() / 1000),
  };
  return { plan, isOfApp, audience: await audienceOfChange(ctx, access, scope) };
}
