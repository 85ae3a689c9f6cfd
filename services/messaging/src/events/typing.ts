import { type Audience, Event, Origin } from '@parley/proto/events/v1/event';

type Op = 'start' | 'stop';

const signal = (kind: string, type: string, senderId: number, audience: Audience, json: object): Event =>
  Event.fromPartial({
    kind,
    origin: Origin.SIGNAL,
    deliveries: [{ audience, type, json: Buffer.from(JSON.stringify({ type, ...json })) }],
    fact: { value: { $case: 'typingSignalled', typingSignalled: { senderId } } },
  });

/** Somebody who types, or to whom it is addressed. */
export type TypingPerson = { userId: number; email: string };

const person = ({ userId, email }: TypingPerson) => ({ user_id: userId, email });

/** Signal `messaging.typing.direct`. */
export const typingToPeople = (
  op: Op,
  sender: TypingPerson,
  recipients: readonly TypingPerson[],
  audience: Audience,
): Event =>
  signal('messaging.typing.direct', 'typing', sender.userId, audience, {
    op,
    message_type: 'direct',
    sender: person(sender),
    recipients: recipients.map(person),
  });

/** Signal `messaging.typing.channel`. */
export const typingInChannel = (
  op: Op,
  sender: TypingPerson,
  { channelId, topic }: { channelId: number; topic: string },
  audience: Audience,
): Event =>
  signal('messaging.typing.channel', 'typing', sender.userId, audience, {
    op,
    message_type: 'stream',
    sender: person(sender),
    stream_id: channelId,
    topic,
  });

/** Where a message is that somebody edits. */
export type EditedPlace =
  | { type: 'channel'; channel_id: number; topic: string }
  | { type: 'direct'; user_ids: readonly number[] };

/** Signal `messaging.typing.edit`. */
export const typingInMessage = (
  op: Op,
  sender: TypingPerson,
  messageId: number,
  recipient: EditedPlace,
  audience: Audience,
): Event =>
  signal('messaging.typing.edit', 'typing_edit_message', sender.userId, audience, {
    op,
    sender_id: sender.userId,
    message_id: messageId,
    recipient,
  });
