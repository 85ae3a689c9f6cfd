import { required } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Channel, Scope } from '@parley/facts';
import { Audience, type Delivery, type Event } from '@parley/proto/events/v1/event';
import { type ChannelReader, channelAudience } from '../audience/channel-audience.ts';
import { personalFlagsOf } from '../db/changing/edits.ts';
import type { StoredMessage } from '../db/stored-message.ts';
import { flagBits } from '../domain/changing/flags.ts';
import { periodsInclude } from '../domain/reading/visibility.ts';
import { messageUpdated, type UpdateJson, updateFor, updatesByFlags } from '../events/message-updated.ts';
import { findUnsubscribedBots } from '../sending/compose-content.ts';
import { findMessageFlags } from './message-flags.ts';

/** A message whose HTML changed without an edit, and the data from which its events are built. */
export type Rerendered = {
  message: StoredMessage;
  channel: Channel | undefined;
  /** Subscribers with the periods that each may read. Undefined for a direct message, and without protected history. */
  readers: readonly ChannelReader[] | undefined;
  /** Undefined for a direct message, and for a very large channel without protected history. */
  subscribers: readonly ChannelReader[] | undefined;
  html: string;
  /** Time of the change, in seconds since the Unix epoch. */
  at: number;
};

/** HTML changed without an edit (`rendering_only`): flags, unread counts and times stay. */
export async function announceRendering(tx: Tx, rerendered: Rerendered, scope: Scope): Promise<Event[]> {
  const { message, channel, html, at } = rerendered;
  const update: UpdateJson = {
    user_id: null,
    edit_timestamp: at,
    message_id: message.id,
    message_ids: [message.id],
    rendering_only: true,
    ...(channel && { stream_id: channel.channelId, stream_name: channel.name }),
    content: message.content,
    rendered_content: html,
    is_me_message: message.isMe,
  };
  const deliveries = await deliveriesOf(tx, rerendered, update, scope);
  return messageUpdated(deliveries, undefined, scope.call.traceparent);
}

async function deliveriesOf(
  tx: Tx,
  { message, channel, readers, subscribers }: Rerendered,
  update: UpdateJson,
  scope: Scope,
): Promise<Delivery[]> {
  const facts = { ...message, topicParticipantIds: message.topicParticipantIds ?? [] };
  const members = message.memberIds ?? [];
  const mentioned = (await personalFlagsOf(tx, [message.id])).filter(
    ({ flags }) => flags & flagBits.mentioned,
  );
  const botIds = channel
    ? await findUnsubscribedBots(
        { kind: 'channel', channel },
        mentioned.map(({ userId }) => userId),
        scope,
      )
    : [];
  const place = channel ? { channel, readers, subscribers, botIds } : { members };
  const { own, common } = required(
    (await findMessageFlags(tx, [facts], place, scope)).get(message.id),
    'flags of the message',
  );
  const readerIds = readers
    ?.filter(({ periods }) => periodsInclude(periods, message.id))
    .map(({ userId }) => userId);
  const audience = !channel
    ? Audience.create({ userIds: members })
    : readerIds
      ? Audience.create({ userIds: readerIds })
      : { ...channelAudience(channel), userIds: botIds };
  return [...updatesByFlags(own, update), updateFor(audience, update, common)];
}
