import { errors, ParleyError } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { ChannelId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { AppEvent } from '../domain/apps/app-events.ts';
import { readMessage } from './read-message.ts';

/** Returns whether a bot may know of a channel. Bots are members, so public channels are open to them. */
export async function mayKnowChannel(botId: UserId, channelId: ChannelId, scope: Scope): Promise<boolean> {
  try {
    await scope.confirmed(async (facts) => {
      const channel = await facts.channels.get(channelId);
      const isOpen =
        channel &&
        (!channel.inviteOnly || (await facts.subscriptions(botId)).get(channelId)?.isSubscribed === true);
      if (!isOpen) throw errors.streamDoesNotExist({ stream_id: channelId });
    });
    return true;
  } catch (error) {
    if (error instanceof ParleyError && error.status < 500) return false;
    throw error;
  }
}

/** Returns whether a bot may know of an event beyond messages: it may know of the channel, or read the message. @param scope of the bot */
export async function mayKnowEvent(
  ctx: Pick<Ctx, 'messaging'>,
  { channelId = 0, messageId = 0 }: AppEvent,
  botId: UserId,
  scope: Scope,
): Promise<boolean> {
  if (channelId !== 0 && !(await mayKnowChannel(botId, channelId, scope))) return false;
  return messageId === 0 || (await readMessage(ctx, messageId, scope.call)) !== undefined;
}
