import type { Scope, User } from '@parley/directory';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { avatarUrl } from '@parley/rules';
import type { MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { type MessageAudience, messageAudience } from '../events/message-sent.ts';
import type { ReactionAudience } from '../events/reaction.ts';
import { unknownUser } from '../guests/hidden-users.ts';
import { findViewersInChannel, splitAudience } from '../guests/viewers.ts';
import { audienceOfChange } from './channel-audience.ts';

/**
 * Splits the recipients of a message by whether they may see its sender; undefined when all may. Members of a direct
 * conversation see each other, and so do subscribers of a channel: their messages need no call.
 */
export async function splitMessageAudience(
  ctx: Ctx,
  sender: User,
  fact: MessageSent,
  scope: Scope,
): Promise<MessageAudience | undefined> {
  if (fact.place?.$case !== 'channel') return undefined;
  const viewers = await findViewersInChannel(ctx, sender, fact.place.channel.channelId, scope);
  if (!viewers) return undefined;
  const unknown = unknownUser(sender, ctx.publicUrl);
  return {
    parts: await splitAudience(messageAudience(fact), viewers, scope),
    unknownSender: {
      sender_full_name: unknown.fullName,
      sender_email: unknown.email,
      avatar_url: avatarUrl(unknown, { clientGravatar: false, canSeeEmail: false }),
    },
  };
}

/** Splits the recipients of the caller's reaction by whether they may see the caller. */
export async function reactionAudience(
  ctx: Ctx,
  access: MessageAccess,
  scope: Scope,
): Promise<ReactionAudience> {
  const { channel, user } = access;
  const viewers = channel && (await findViewersInChannel(ctx, user, channel.channelId, scope));
  const parts = await splitAudience(await audienceOfChange(ctx, access, scope), viewers, scope);
  return { parts, unknown: viewers ? unknownUser(user, ctx.publicUrl) : user };
}
