import { ParleyError } from '@parley/core';
import { emit } from '@parley/db';
import type { AddReactionRequest, AddReactionResponse } from '@parley/proto/messaging/v1/changing';
import type { Call } from '@parley/rpc';
import { requireChangeableMessage } from '../access/message-access.ts';
import { reactionAudience } from '../audience/message-audience.ts';
import { changeMessage } from '../changing/change-message.ts';
import type { Ctx } from '../context.ts';
import { findReactionEmoji, insertReaction } from '../db/reactions.ts';
import { lockMessageShared } from '../db/stored-message.ts';
import { parseReactionType, type ReactionEmoji, reactionEmoji } from '../domain/emoji.ts';
import { reactionChanged } from '../events/reaction.ts';
import { afterInteraction } from '../participation/topic-visibility.ts';

/** Adds a reaction of the caller to a message they may read. @throws REACTION_ALREADY_EXISTS */
export async function addReaction(
  ctx: Ctx,
  request: AddReactionRequest,
  call: Call,
): Promise<AddReactionResponse> {
  ctx.writeGuard.check();
  const { message, access } = await changeMessage(
    ctx,
    async (options) => {
      const access = await requireChangeableMessage(ctx, request.messageId, call, options);
      const emoji = await findEmoji(ctx, request, call);
      return { access, emoji, audience: await reactionAudience(ctx, access, call) };
    },
    lockMessageShared,
    async (tx, message, { access, emoji, audience }) => {
      const { user } = access;
      if (!(await insertReaction(tx, message.id, user.userId, emoji))) {
        throw new ParleyError('REACTION_ALREADY_EXISTS', 'Reaction already exists.');
      }
      const reaction = { messageId: message.id, user, emoji };
      await emit(tx, reactionChanged('add', reaction, audience, call.traceparent));
      return { message, access };
    },
  );
  const { channel, user } = access;
  if (channel) await afterInteraction(ctx, user, { id: message.id, channel, topic: message.topic }, call);
  return {};
}

/** Finds the emoji; a reaction with the code of an existing one gets its name. */
async function findEmoji(ctx: Ctx, request: AddReactionRequest, call: Call): Promise<ReactionEmoji> {
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
  const { emoji } = await ctx.directory.organization.get(call);
  return reactionEmoji({ name, code, type }, (own) => emoji.get(own)?.id);
}
