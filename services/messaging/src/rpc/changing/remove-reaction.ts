import { errors, ParleyError } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { RemoveReactionRequest, RemoveReactionResponse } from '@parley/proto/messaging/v1/changing';
import { requireChangeableMessage } from '../../access/message-access.ts';
import { reactionAudience } from '../../audience/message-audience.ts';
import { changeMessage } from '../../changing/change-message.ts';
import type { Ctx } from '../../context.ts';
import { deleteReaction, type ReactionFilter } from '../../db/changing/reactions.ts';
import { lockMessageShared } from '../../db/stored-message.ts';
import { parseReactionType, reactionEmoji } from '../../domain/changing/emoji.ts';
import { reactionChanged } from '../../events/reaction.ts';

/** @throws REACTION_DOES_NOT_EXIST; BAD_REQUEST for an invalid emoji, or a message that the caller may not change */
export async function removeReaction(
  ctx: Ctx,
  request: RemoveReactionRequest,
  scope: Scope,
): Promise<RemoveReactionResponse> {
  ctx.writeGuard.check();
  await changeMessage(
    ctx,
    {
      decide: async (facts) => {
        const access = await requireChangeableMessage(ctx, request.messageId, facts);
        const { emoji: own } = await facts.organization();
        const filter = filterOf(request, (name) => own.get(name)?.id);
        return { access, filter, audience: await reactionAudience(ctx, access, facts) };
      },
      lock: lockMessageShared,
      write: async (tx, message, { access: { user }, filter, audience }) => {
        const emoji = await deleteReaction(tx, message.id, user.userId, filter);
        if (!emoji) throw new ParleyError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
        const reaction = { messageId: message.id, channelId: message.channelId, user, emoji };
        await emit(tx, reactionChanged('remove', reaction, audience, scope.call.traceparent));
      },
    },
    scope,
  );
  return {};
}

/** Returns the filter for the reaction to remove: by the emoji's code, or without a code by the emoji's name. */
function filterOf(
  request: RemoveReactionRequest,
  ownEmoji: (name: string) => string | undefined,
): ReactionFilter {
  const { emojiName: name, emojiCode: code } = request;
  const type = parseReactionType(request.reactionType);
  if (code !== undefined) return { type: type ?? null, code, name: null };
  if (name === undefined) throw errors.missingParameter('emoji_name');
  const emoji = reactionEmoji({ name, code: undefined, type }, ownEmoji);
  return { type: emoji.type, code: emoji.code, name: null };
}
