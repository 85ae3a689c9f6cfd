import { errors } from '@parley/core';
import { confirmed, type LookupOptions, requireCaller } from '@parley/directory';
import { Audience, type Event } from '@parley/proto/events/v1/event';
import type { SignalTypingRequest, SignalTypingResponse } from '@parley/proto/messaging/v1/changing';
import type { Call } from '@parley/rpc';
import { accessToChange } from '../changing/access.ts';
import { audienceOf } from '../changing/audience.ts';
import type { Ctx } from '../context.ts';
import { typingInChannel, typingInMessage, typingToPeople } from '../events/typing.ts';
import { placeDirect, placeInChannel } from '../sending/place.ts';

/** More people are not told of typing: a signal has to stay small. */
const maxPeople = 100;

/**
 * Tells those whom the caller is writing to; nothing is stored, and under pressure it is not even told. Who may
 * not write there may not signal it either.
 */
export async function signalTyping(
  ctx: Ctx,
  request: SignalTypingRequest,
  call: Call,
): Promise<SignalTypingResponse> {
  const event = await confirmed((options) => eventOf(ctx, request, call, options));
  if (event) ctx.signal('typing', event);
  return {};
}

async function eventOf(
  ctx: Ctx,
  { op, place }: SignalTypingRequest,
  call: Call,
  options: LookupOptions,
): Promise<Event | undefined> {
  if (op !== 'start' && op !== 'stop') throw errors.badRequest('Invalid op');
  const sender = await requireCaller(ctx, call, options);
  switch (place?.$case) {
    case 'direct': {
      if (place.direct.userIds.length === 0) throw errors.badRequest("Empty 'to' list");
      const recipients = { userIds: place.direct.userIds, emails: [] };
      const found = await placeDirect(ctx, sender, recipients, call, options);
      if (found.kind !== 'direct' || found.members.length > maxPeople) return undefined;
      const audience = Audience.create({ userIds: found.members.map(({ userId }) => userId) });
      return typingToPeople(op, sender, found.members, audience);
    }
    case 'channel': {
      const { channelId, topic } = place.channel;
      const recipient = { channel: { $case: 'channelId' as const, channelId }, topic };
      const found = await placeInChannel(ctx, sender, recipient, call, options);
      if (found.kind !== 'channel') return undefined;
      return typingInChannel(op, sender, { channelId, topic: found.topic }, typists(channelId));
    }
    case 'messageId': {
      const access = await accessToChange(ctx, place.messageId, call, options);
      const { message, channel } = access;
      if (message.senderId !== sender.userId) {
        throw errors.badRequest("You don't have permission to edit this message");
      }
      const audience = await audienceOf(ctx, access, call);
      if (audience.userIds.length > maxPeople) return undefined;
      const recipient = channel
        ? { type: 'channel' as const, channel_id: channel.channelId, topic: message.topic }
        : { type: 'direct' as const, user_ids: message.memberIds ?? [] };
      return typingInMessage(op, sender, message.id, recipient, audience);
    }
    default:
      throw errors.missingParameter('to');
  }
}

/** Its subscribers; who merely overhears the channel does not see who types. */
const typists = (channelId: number): Audience => Audience.create({ channelId });
