/** Rights of the signed-in person on messages, which decide whether actions are shown. The server has the final say. */
import type { Channel, ChannelId, Message, Store } from '@parley/client';
import {
  mayDeleteAny,
  mayDeleteOwn,
  mayMoveOut,
  mayMoveWithin,
  mayReadContent,
  mayResolveTopics,
  maySend,
} from '@parley/rules/channel-rights';
import { roles } from '@parley/rules/roles';
import { factsOf, holdsInOrganization, selfOf, standingIn } from '../model/rights.ts';

type Limit = 'message_content_edit' | 'message_content_delete' | LimitOfMoves;
type LimitOfMoves = 'move_messages_within_stream' | 'move_messages_between_streams';

/** Returns whether the organization's time limit still permits a change of a message. */
function isInTime(store: Store, limit: Limit, { timestamp }: Pick<Message, 'timestamp'>): boolean {
  const seconds = store.fields.get(`realm_${limit}_limit_seconds`);
  return !seconds || Date.now() / 1000 - timestamp <= seconds;
}

const channelOf = ({ channels }: Store, { stream_id: id }: Message): Channel | undefined =>
  id === undefined ? undefined : channels.channels.get(id);

type Rule =
  | typeof mayMoveWithin
  | typeof mayMoveOut
  | typeof mayResolveTopics
  | typeof mayDeleteAny
  | typeof mayDeleteOwn;

/** Returns whether the person has a right in a channel, according to a rule of `@parley/rules`. */
const isPermitted = (store: Store, rule: Rule, channel: Channel): boolean =>
  rule(selfOf(store), factsOf(channel), standingIn(store, channel), holdsInOrganization(store));

export function canEdit(store: Store, message: Message): boolean {
  if (message.sender_id !== store.people.selfId) return false;
  if (!store.fields.get('realm_allow_message_editing')) return false;
  // Polls and to-do lists cannot be edited.
  if (message.submessages.length > 0) return false;
  return isInTime(store, 'message_content_edit', message);
}

export function canPin(store: Store, message: Message): boolean {
  const channel = channelOf(store, message);
  return channel !== undefined && !channel.is_archived && canPost(store, channel);
}

/** Whether the person may move a message to other topics, and to other channels. */
export type MoveRights = { readonly toTopics: boolean; readonly toChannels: boolean };

export function moveRights(store: Store, message: Message): MoveRights {
  const channel = channelOf(store, message);
  if (!channel) return { toTopics: false, toChannels: false };
  const hasNoLimit = selfOf(store).role <= roles.moderator;
  const isInLimit = (limit: LimitOfMoves) => hasNoLimit || isInTime(store, limit, message);
  return {
    toTopics:
      isInLimit('move_messages_within_stream') &&
      isPermitted(store, mayMoveWithin, channel) &&
      canPost(store, channel),
    toChannels:
      isInLimit('move_messages_between_streams') &&
      isPermitted(store, mayMoveOut, channel) &&
      channelsToMoveTo(store, channel).length > 0,
  };
}

export function canMove(store: Store, message: Message): boolean {
  const rights = moveRights(store, message);
  return rights.toTopics || rights.toChannels;
}

/** Returns the person's other channels in which the person may post. */
export const channelsToMoveTo = (store: Store, from: Pick<Channel, 'stream_id'>): Channel[] =>
  [...store.channels.subscriptions.keys()]
    .flatMap((id) => store.channels.channels.get(id) ?? [])
    .filter((channel) => channel.stream_id !== from.stream_id && canPost(store, channel));

export const canPost = (store: Store, channel: Channel): boolean =>
  maySend(selfOf(store), factsOf(channel), standingIn(store, channel));

/** The mark of resolved topics is a prefix of the name, so the empty topic cannot carry it. */
export function canResolve(store: Store, channelId: ChannelId | undefined, topic: string): boolean {
  const channel = channelId === undefined ? undefined : store.channels.channels.get(channelId);
  return topic !== '' && channel !== undefined && isPermitted(store, mayResolveTopics, channel);
}

export function canDelete(store: Store, message: Message): boolean {
  const { users, selfId } = store.people;
  const isOwn = message.sender_id === selfId || users.get(message.sender_id)?.bot_owner_id === selfId;
  const isOwnInTime = isOwn && isInTime(store, 'message_content_delete', message);
  if (message.stream_id === undefined) {
    const has = holdsInOrganization(store);
    return has('can_delete_any_message_group') || (isOwnInTime && has('can_delete_own_message_group'));
  }
  const channel = channelOf(store, message);
  if (!channel) return false;
  return (
    isPermitted(store, mayDeleteAny, channel) || (isOwnInTime && isPermitted(store, mayDeleteOwn, channel))
  );
}

/** Returns whether the person is an administrator who can read the channel. */
export function canDeleteTopics(store: Store, channelId: ChannelId): boolean {
  const channel = store.channels.channels.get(channelId);
  const self = selfOf(store);
  if (!channel || self.role > roles.administrator) return false;
  return mayReadContent(self, factsOf(channel), standingIn(store, channel));
}

/** Returns whether people can report messages. Reports require that the organization has a channel for them. */
export const takesReports = (store: Store): boolean =>
  Number(store.fields.get('realm_moderation_request_channel_id') ?? -1) > 0;
