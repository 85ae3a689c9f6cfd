import { errors } from '@parley/core';
import type { Channel, Scope } from '@parley/facts';
import type { Audience } from '@parley/proto/events/v1/event';
import type { MessageId } from '@parley/rules';
import { type MessageAccess, requireChangeableMessage } from '../access/message-access.ts';
import { audienceOfChange } from '../audience/channel-audience.ts';
import type { Ctx } from '../context.ts';

export type PinAccess = { access: MessageAccess; channel: Channel; audience: Audience };

/** @throws BAD_REQUEST for a direct message, or one that the caller may not pin */
export async function requirePinnableMessage(
  ctx: Ctx,
  messageId: MessageId,
  scope: Scope,
): Promise<PinAccess> {
  const access = await requireChangeableMessage(ctx, messageId, scope);
  const { channel, user } = access;
  if (!channel) throw errors.badRequest('Only messages in channels can be pinned.');
  const posters = channel.groupSettings.can_send_message_group;
  if (posters && !(await scope.groups.isMember(posters, user))) {
    throw errors.badRequest('You do not have permission to post in this channel.');
  }
  return { access, channel, audience: await audienceOfChange(ctx, access, scope) };
}
