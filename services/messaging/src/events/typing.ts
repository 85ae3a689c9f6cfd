import { type ClientEvent, delivery, type EventKind, newSignal } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';
import type { ChannelId, MessageId, UserId } from '@parley/rules';

type Op = 'start' | 'stop';

const signal = (kind: EventKind, senderId: UserId, audience: Audience, event: ClientEvent): Event =>
  newSignal(kind, {
    deliveries: [delivery(audience, event)],
    fact: { $case: 'typingSignalled', typingSignalled: { senderId } },
  });

export type TypingPerson = { userId: UserId; email: string };

const person = ({ userId, email }: TypingPerson) => ({ user_id: userId, email });

/** Builds the signal `messaging.typing.direct`: a person types a direct message. Signals are not stored. */
export const typingToPeople = (
  op: Op,
  sender: TypingPerson,
  recipients: readonly TypingPerson[],
  audience: Audience,
): Event =>
  signal('messaging.typing.direct', sender.userId, audience, {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: person(sender),
    recipients: recipients.map(person),
  });

/** Builds the signal `messaging.typing.channel`: a person types a channel message. Signals are not stored. */
export const typingInChannel = (
  op: Op,
  sender: TypingPerson,
  { channelId, topic }: { channelId: ChannelId; topic: string },
  audience: Audience,
): Event =>
  signal('messaging.typing.channel', sender.userId, audience, {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: person(sender),
    stream_id: channelId,
    topic,
  });

/** The channel and topic, or the conversation, of the edited message. */
export type EditedPlace =
  | { type: 'channel'; channel_id: ChannelId; topic: string }
  | { type: 'direct'; user_ids: readonly UserId[] };

export const typingInMessage = (
  op: Op,
  sender: TypingPerson,
  messageId: MessageId,
  recipient: EditedPlace,
  audience: Audience,
): Event =>
  signal('messaging.typing.edit', sender.userId, audience, {
    type: 'typing_edit_message',
    op,
    sender_id: sender.userId,
    message_id: messageId,
    recipient,
  });
