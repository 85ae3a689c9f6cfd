import { errors } from '@parley/core';
import type { Channel, Scope, User } from '@parley/facts';
import { type ChannelId, maySeeMetadata, metadataRights } from '@parley/rules';

/** Returns which of the channels a person or bot may know of. */
export async function findKnownChannels(
  user: User,
  channelIds: readonly ChannelId[],
  facts: Scope,
): Promise<Set<ChannelId>> {
  const known = new Set<ChannelId>();
  if (channelIds.length === 0) return known;
  for (const channel of (await facts.channels.many(channelIds)).values())
    if (await mayKnow(user, channel, facts)) known.add(channel.channelId);
  return known;
}

async function mayKnow(user: User, channel: Channel, facts: Scope): Promise<boolean> {
  const { channelId, inviteOnly: isPrivate, isWebPublic, isArchived } = channel;
  const isSubscribed = (await facts.subscriptions(user.userId)).get(channelId)?.isSubscribed ?? false;
  const held = new Set<string>();
  // Only private channels have permissions that tell of them.
  for (const right of isPrivate && !isSubscribed ? metadataRights : []) {
    const setting = channel.groupSettings[right];
    if (setting !== undefined && (await facts.groups.isMember(setting, user))) held.add(right);
  }
  return maySeeMetadata(
    user,
    { isPrivate, isWebPublic, isArchived },
    { isSubscribed, holds: (right) => held.has(right) },
  );
}

/**
 * Checks that a bot, or its owner, may know of channels, as sending as the bot requires it. Whoever sets up the bot does not decide: it may not
 * be pointed at a channel of which its owner learns only by that.
 * @throws STREAM_DOES_NOT_EXIST for the first one of which they may not know, and for one that is not there
 */
export const requireChannelsOfBot = (
  bot: User,
  channelIds: readonly ChannelId[],
  scope: Scope,
): Promise<void> =>
  scope.confirmed(async (facts) => {
    const known = await findKnownChannels(bot, channelIds, facts);
    const owner = bot.botOwnerId === 0 ? undefined : await facts.users.get(bot.botOwnerId);
    const ofOwner = owner ? await findKnownChannels(owner, channelIds, facts) : known;
    const unknown = channelIds.find((id) => !known.has(id) && !ofOwner.has(id));
    if (unknown !== undefined) throw errors.streamDoesNotExist({ stream_id: unknown });
  });

/** Returns those of the channels in the settings of a bot that the caller sees: of which the caller or the bot may know. */
export async function findShownChannels(
  bot: User,
  channelIds: readonly ChannelId[],
  scope: Scope,
): Promise<ReadonlySet<ChannelId>> {
  const ofCaller = await findKnownChannels(await scope.caller(), channelIds, scope);
  return new Set([...ofCaller, ...(await findKnownChannels(bot, channelIds, scope))]);
}
