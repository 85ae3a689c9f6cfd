import type { User } from '@parley/directory';
import { avatarUrl } from '@parley/directory/rules';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import type { Call } from '@parley/rpc';
import type { Access } from '../changing/access.ts';
import { audienceOf } from '../changing/audience.ts';
import type { Ctx } from '../context.ts';
import { messageAudience, type Telling } from '../events/message-sent.ts';
import type { ReactionTelling } from '../events/reaction.ts';
import { unknownUser } from './hidden.ts';
import { partsOf, viewersIn } from './viewers.ts';

/**
 * Who hears of a message and knows its sender. Who writes to somebody directly is no stranger to them, and neither are
 * a channel's subscribers to each other: nobody is asked about their messages.
 */
export async function tellingOf(
  ctx: Ctx,
  sender: User,
  fact: MessageSent,
  call: Call,
): Promise<Telling | undefined> {
  if (fact.place?.$case !== 'channel') return undefined;
  const viewers = await viewersIn(ctx, sender, fact.place.channel.channelId, call);
  if (!viewers) return undefined;
  const unknown = unknownUser(sender, ctx.publicUrl);
  return {
    parts: await partsOf(ctx, messageAudience(fact), viewers, call),
    unknownSender: {
      sender_full_name: unknown.fullName,
      sender_email: unknown.email,
      avatar_url: avatarUrl(unknown, { clientGravatar: false, canSeeEmail: false }),
    },
  };
}

/** Who hears of a reaction of the caller's and knows them. */
export async function reactionTelling(ctx: Ctx, access: Access, call: Call): Promise<ReactionTelling> {
  const { channel, user } = access;
  const viewers = channel && (await viewersIn(ctx, user, channel.channelId, call));
  const parts = await partsOf(ctx, await audienceOf(ctx, access, call), viewers, call);
  return { parts, unknown: viewers ? unknownUser(user, ctx.publicUrl) : user };
}
