import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { Audience, type Event } from '@parley/proto/events/v1/event';
import type { SignalTypingRequest, SignalTypingResponse } from '@parley/proto/messaging/v1/changing';
import { type ChannelId, roles } from '@parley/rules';
import { requireChangeableMessage } from '../../access/message-access.ts';
import { audienceOfChange } from '../../audience/channel-audience.ts';
import type { Ctx } from '../../context.ts';
import { typingInChannel, typingInMessage, typingToPeople } from '../../events/typing.ts';
import { findViewers, findViewersInChannel } from '../../guests/viewers.ts';
import { resolveChannelTarget, resolveDirectTarget } from '../../sending/send-target.ts';

/** Maximum number of people whom a typing signal lists, because signals must stay small. With more people, no signal is sent. */
const maxRecipients = 100;

/** Not stored, and may be lost under load. Needs the permission to send; for an edit, to be the sender. */
export async function signalTyping(
  ctx: Ctx,
  request: SignalTypingRequest,
  scope: Scope,
): Promise<SignalTypingResponse> {
  const event = await scope.confirmed((scope) => buildSignal(ctx, request, scope));
  if (event) ctx.signal('typing', event);
  return {};
}

async function buildSignal(
  ctx: Ctx,
  { op, place }: SignalTypingRequest,
  scope: Scope,
): Promise<Event | undefined> {
  if (op !== 'start' && op !== 'stop') throw errors.badRequest('Invalid op');
  const sender = await scope.caller();
  const own = (await scope.writingSettings([sender.userId])).get(sender.userId);
  switch (place?.$case) {
    case 'direct': {
      if (place.direct.userIds.length === 0) throw errors.badRequest("Empty 'to' list");
      const recipients = { userIds: place.direct.userIds, emails: [] };
      const found = await resolveDirectTarget(ctx, sender, recipients, scope);
      if (found.kind !== 'direct' || found.members.length > maxRecipients) return undefined;
      if (own?.sendDirectTyping === false) throw disabledFor('direct');
      const userIds = await filterReceiving(await filterSeeing(ctx, sender, found.members, scope), scope);
      return typingToPeople(op, sender, found.members, Audience.create({ userIds }));
    }
    case 'channel': {
      const { channelId, topic } = place.channel;
      const recipient = { channel: { $case: 'channelId' as const, channelId }, topic };
      const found = await resolveChannelTarget(ctx, sender, recipient, scope);
      if (found.kind !== 'channel') return undefined;
      if (own?.sendChannelTyping === false) throw disabledFor('channel');
      return typingInChannel(
        op,
        sender,
        { channelId, topic: found.topic },
        await channelTypingAudience(ctx, sender, channelId, scope),
      );
    }
    case 'messageId': {
      const access = await requireChangeableMessage(ctx, place.messageId, scope);
      const { message, channel } = access;
      if (message.senderId !== sender.userId) {
        throw errors.badRequest("You don't have permission to edit this message");
      }
      const sends = channel ? own?.sendChannelTyping : own?.sendDirectTyping;
      if (sends === false) throw disabledFor(channel ? 'channel' : 'direct');
      const audience = await audienceOfChange(ctx, access, scope);
      if (audience.userIds.length > maxRecipients) return undefined;
      const recipient = channel
        ? { type: 'channel' as const, channel_id: channel.channelId, topic: message.topic }
        : { type: 'direct' as const, user_ids: message.memberIds ?? [] };
      return typingInMessage(op, sender, message.id, recipient, audience);
    }
    default:
      throw errors.missingParameter('to');
  }
}

/** Returns the error for callers whose own settings turn off that others see them typing. */
const disabledFor = (what: 'direct' | 'channel') =>
  errors.badRequest(
    what === 'direct'
      ? 'User has disabled typing notifications for direct messages.'
      : 'User has disabled typing notifications for channel messages.',
  );

/** Returns the IDs of active recipients whose settings allow typing signals. For channels, the event queues check this setting. */
async function filterReceiving(people: readonly User[], scope: Scope): Promise<number[]> {
  const userIds = people.filter(({ isActive }) => isActive).map(({ userId }) => userId);
  const settings = await scope.writingSettings(userIds);
  return userIds.filter((id) => settings.get(id)?.receiveTyping !== false);
}

/** Its subscribers. Guests are left out when some of them may not see the sender. */
async function channelTypingAudience(
  ctx: Ctx,
  sender: User,
  channelId: ChannelId,
  scope: Scope,
): Promise<Audience> {
  const viewers = await findViewersInChannel(ctx, sender, channelId, scope);
  return Audience.create({ channelId, channelMaxRole: viewers ? roles.member : 0 });
}

/** Leaves out recipients who may not see the sender. */
async function filterSeeing(ctx: Ctx, sender: User, members: readonly User[], scope: Scope): Promise<User[]> {
  const viewers = await findViewers(ctx, sender, scope);
  const seesSender = ({ userId, role }: User) =>
    !viewers || role !== roles.guest || userId === sender.userId || viewers.includes(userId);
  return members.filter(seesSender);
}
