import type { Scope, User } from '@parley/facts';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { avatarUrl, type UserId } from '@parley/rules';
import type { MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { type MessageAudience, messageAudience } from '../events/message-sent.ts';
import type { ReactionAudience } from '../events/reaction.ts';
import { unknownUser } from '../guests/hidden-users.ts';
import { findViewersInChannel, splitAudience } from '../guests/viewers.ts';
import { audienceOfChange } from './channel-audience.ts';

export type SentMessage = { sender: User; fact: MessageSent; mentionedBotIds: readonly UserId[] };

/**
 * Finds the recipients of a message and splits them by whether they may see its sender. Members of a direct
 * conversation see each other, and so do subscribers of a channel. Their messages need no further lookup.
 */
export async function splitMessageAudience(
  ctx: Ctx,
  { sender, fact, mentionedBotIds }: SentMessage,
  scope: Scope,
): Promise<MessageAudience> {
  const audience = messageAudience(fact, mentionedBotIds);
  const viewers =
    fact.place?.$case === 'channel'
      ? await findViewersInChannel(ctx, sender, fact.place.channel.channelId, scope)
      : undefined;
  if (!viewers) return { parts: [{ audience, canSeeActor: true }], unknownSender: {} };
  const unknown = unknownUser(sender, ctx.publicUrl);
  return {
    parts: await splitAudience(audience, viewers, scope),
    unknownSender: {
      sender_full_name: unknown.fullName,
      sender_email: unknown.email,
      avatar_url: avatarUrl(unknown),
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
