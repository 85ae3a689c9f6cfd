import { ParleyError } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { AddReactionRequest, AddReactionResponse } from '@parley/proto/messaging/v1/changing';
import { requireChangeableMessage } from '../../access/message-access.ts';
import { reactionAudience } from '../../audience/message-audience.ts';
import { changeMessage } from '../../changing/change-message.ts';
import type { Ctx } from '../../context.ts';
import { findReactionEmoji, insertReaction } from '../../db/changing/reactions.ts';
import { lockMessageShared } from '../../db/stored-message.ts';
import { parseReactionType, type ReactionEmoji, reactionEmoji } from '../../domain/changing/emoji.ts';
import { reactionChanged } from '../../events/reaction.ts';
import { afterInteraction } from '../../participation/topic-visibility.ts';

/** @throws REACTION_ALREADY_EXISTS; BAD_REQUEST for an invalid emoji, or a message that the caller may not react to */
export async function addReaction(
  ctx: Ctx,
  request: AddReactionRequest,
  scope: Scope,
): Promise<AddReactionResponse> {
  ctx.writeGuard.check();
  const { message, access } = await changeMessage(
    ctx,
    {
      decide: async (facts) => {
        const access = await requireChangeableMessage(ctx, request.messageId, facts);
        const emoji = await findEmoji(ctx, request, facts);
        return { access, emoji, audience: await reactionAudience(ctx, access, facts) };
      },
      lock: lockMessageShared,
      write: async (tx, message, { access, emoji, audience }) => {
        const { user } = access;
        if (!(await insertReaction(tx, message.id, user.userId, emoji))) {
          throw new ParleyError('REACTION_ALREADY_EXISTS', 'Reaction already exists.');
        }
        const reaction = { messageId: message.id, channelId: message.channelId, user, emoji };
        await emit(tx, reactionChanged('add', reaction, audience, scope.call.traceparent));
        return { message, access };
      },
    },
    scope,
  );
  const { channel, user } = access;
  if (channel) await afterInteraction(ctx, user, { id: message.id, channel, topic: message.topic }, scope);
  return {};
}

/** Finds the emoji of a request. When a reaction with the same code exists, its emoji name is used instead of the request's. */
async function findEmoji(ctx: Ctx, request: AddReactionRequest, scope: Scope): Promise<ReactionEmoji> {
  const { emojiName: name, emojiCode: code, reactionType: type } = request;
  if (code !== undefined) {
    const existing = await findReactionEmoji(
      ctx.db,
      request.messageId,
      parseReactionType(type) ?? 'unicode_emoji',
      code,
    );
    if (existing) return existing;
  }
  const { emoji } = await scope.organization();
  return reactionEmoji({ name, code, type }, (own) => emoji.get(own)?.id);
}
