import { partsOf } from '@parley/core';
import { type ClientEvent, clientEvent, type FactValue } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { type MessageId, only, type UserId } from '@parley/rules';
import type { UnreadDetail } from '../db/changing/flags.ts';

/** Maximum number of messages in one event: with IDs only, and with details. Such events stay well below the size limit. */
const maxIds = 20_000;
const maxDetails = 1_000;

type Common = { userId: UserId; flag: string; traceparent: string | undefined };

/** Builds the events `messaging.flags.updated` for flags that were set. With `all`, one event stands for all messages. */
export function flagsAdded(
  common: Common,
  messageIds: readonly MessageId[],
  { all } = { all: false },
): readonly Event[] {
  if (all) return [event(common, { op: 'add', messages: [], all: true })];
  return partsOf(messageIds, maxIds).map((messages) => event(common, { op: 'add', messages, all: false }));
}

export function flagsRemoved(common: Common, messageIds: readonly MessageId[]): readonly Event[] {
  return partsOf(messageIds, maxIds).map((messages) => event(common, { op: 'remove', messages, all: false }));
}

/** With channel, topic and members, so that clients can count messages that they have not loaded. */
export function markedUnread(
  common: Omit<Common, 'flag'>,
  details: readonly UnreadDetail[],
): readonly Event[] {
  return partsOf(details, maxDetails).map((some) =>
    event(
      { ...common, flag: 'read' },
      {
        op: 'remove',
        messages: some.map(({ id }) => id),
        all: false,
        message_details: Object.fromEntries(some.map((one) => [one.id, detailOf(one, common.userId)])),
      },
    ),
  );
}

type MessageDetail = NonNullable<ClientEvent<'update_message_flags/remove'>['message_details']>[string];

function detailOf({ channelId, topic, memberIds, isMentioned }: UnreadDetail, userId: UserId): MessageDetail {
  const mentioned = isMentioned ? { mentioned: true } : {};
  if (channelId !== null) return { type: 'stream', stream_id: channelId, topic, ...mentioned };
  return { type: 'private', user_ids: (memberIds ?? []).filter((id) => id !== userId), ...mentioned };
}

type FlagEvent = ClientEvent<`update_message_flags/${'add' | 'remove'}`>;
type FlagChange = Change<FlagEvent>;
type Change<Each> = Each extends FlagEvent ? Omit<Each, 'type' | 'operation' | 'flag'> : never;

function event({ userId, flag, traceparent }: Common, change: FlagChange): Event {
  const json = { type: 'update_message_flags', operation: change.op, flag, ...change } as FlagEvent;
  const isRead = flag === 'read' && change.op === 'add';
  return clientEvent('messaging.flags.updated', only(userId), json, {
    traceparent,
    fact: isRead ? messagesRead(userId, change) : undefined,
  });
}

const messagesRead = (userId: UserId, { messages, all }: FlagChange): FactValue => ({
  $case: 'messagesRead',
  messagesRead: { userId, messageIds: [...messages], all: all ?? false },
});
