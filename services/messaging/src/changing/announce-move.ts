import { partsOf } from '@parley/core';
import type { Channel, Scope } from '@parley/directory';
import { Audience, type Delivery } from '@parley/proto/events/v1/event';
import { roles } from '@parley/rules';
import {
  type ChannelReader,
  channelAudience,
  findChannelReaders,
  hasProtectedHistory,
} from '../audience/channel-audience.ts';
import type { Ctx } from '../context.ts';
import { periodsInclude } from '../domain/visibility.ts';
import { type UpdateJson, updateFor, updatesByFlags } from '../events/message-updated.ts';
import { deletionDelivery } from '../events/messages-deleted.ts';
import type { MessageFlags } from './message-flags.ts';
import type { MovePlan } from './plan-move.ts';

/**
 * Maximum number of message IDs in one event. It is lower for protected history, where each reader may receive a
 * different list.
 */
const idsPerEvent = { shared: 10_000, protected: 1_000 };

/** The flags on messages, by message ID. It has the messages that `announcedMessageIds` returns. */
export type MoveFlags = ReadonlyMap<number, MessageFlags>;

/**
 * The readers of the former and of the new channel, looked up before the move. Undefined for a channel without
 * protected history.
 */
export type MoveReaders = { from: ChannelReader[] | undefined; to: ChannelReader[] | undefined };

/** Finds the readers of the former and of the new channel. It does so only for a channel with protected history. */
export async function findMoveReaders(ctx: Ctx, { from, to }: MovePlan, scope: Scope): Promise<MoveReaders> {
  const readersOf = async (channel: Channel) =>
    hasProtectedHistory(channel) ? await findChannelReaders(ctx, channel.channelId, scope) : undefined;
  const fromReaders = await readersOf(from.channel);
  const isSameChannel = to.channelId === from.channel.channelId;
  return { from: fromReaders, to: isSameChannel ? fromReaders : await readersOf(to.channel) };
}

/** Splits message IDs into chunks. Each chunk becomes one event in the log, with the deliveries that `moveDeliveries` builds. */
export function chunkForEvents(messageIds: readonly number[], { from, to }: MoveReaders): number[][] {
  const size = from || to ? idsPerEvent.protected : idsPerEvent.shared;
  return partsOf(messageIds, size);
}

/**
 * Builds the deliveries of a move. Users who may read the messages in their new channel receive the move. Users who could read them
 * only in the former channel receive a deletion. A user whom several deliveries select receives the first of them.
 */
export function moveDeliveries(
  plan: MovePlan,
  update: UpdateJson,
  messageIds: readonly number[],
  readers: MoveReaders,
  flags: MoveFlags,
): Delivery[] {
  const { from, to, changesChannel } = plan;
  const groups = readers.to
    ? groupByVisibility(readers.to, messageIds)
    : [{ userIds: undefined, ids: messageIds }];
  const updates = groups.flatMap(({ userIds, ids }) => {
    const json = limitUpdateTo(update, ids);
    const audience = userIds ? Audience.create({ userIds }) : channelAudience(to.channel);
    const { own, common } = flags.get(json.message_id) ?? { own: [], common: [] };
    const ownOfGroup = own.filter(({ userId }) => userIds?.includes(userId) ?? true);
    return [...updatesByFlags(ownOfGroup, json), updateFor(audience, json, common)];
  });
  if (!changesChannel) return updates;
  const formerChannel = Audience.create({ channelId: from.channel.channelId });
  const place = { channelId: from.channel.channelId, topic: from.topic };
  if (!to.channel.inviteOnly) {
    // Members may read a public channel without a subscription. Guests may do so only in a web-public one.
    const channelMaxRole = to.channel.isWebPublic ? 0 : roles.member;
    const audience = Audience.create({ ...formerChannel, channelMaxRole });
    const json = limitUpdateTo(update, messageIds);
    updates.push(updateFor(audience, json, flags.get(json.message_id)?.common ?? []));
  }
  const deletions = readers.from
    ? groupByVisibility(readers.from, messageIds).map(({ userIds, ids }) =>
        deletionDelivery(ids, place, Audience.create({ userIds })),
      )
    : [deletionDelivery(messageIds, place, { ...formerChannel, channelPublic: !from.channel.inviteOnly })];
  return [...updates, ...deletions];
}

/**
 * Returns the IDs of the messages that the updates about a move name in `message_id`. Each update names the requested message
 * when it contains this message, otherwise its first message.
 */
export function announcedMessageIds(
  parts: readonly (readonly number[])[],
  readers: MoveReaders,
  requestedId: number,
): number[] {
  const lists = parts.flatMap((ids) => [
    ids,
    ...(readers.to ? groupByVisibility(readers.to, ids).map((group) => group.ids) : []),
  ]);
  return [...new Set([requestedId, ...lists.map((ids) => eventMessageId(ids, requestedId))])];
}

const eventMessageId = (messageIds: readonly number[], requestedId: number): number =>
  messageIds.includes(requestedId) ? requestedId : messageIds[0]!;

/**
 * Limits an update to some of the messages. Only the update that contains the edited message carries the new content.
 */
function limitUpdateTo(update: UpdateJson, messageIds: readonly number[]): UpdateJson {
  const messageId = eventMessageId(messageIds, update.message_id);
  if (messageId === update.message_id) return { ...update, message_ids: messageIds };
  const {
    orig_content: _a,
    orig_rendered_content: _b,
    content: _c,
    rendered_content: _d,
    is_me_message: _e,
    ...move
  } = update;
  return { ...move, message_id: messageId, message_ids: messageIds };
}

/** Groups readers by the messages that they may read. */
export function groupByVisibility(
  readers: readonly ChannelReader[],
  messageIds: readonly number[],
): { userIds: number[]; ids: number[] }[] {
  const groups = new Map<string, { userIds: number[]; ids: number[] }>();
  for (const { userId, periods } of readers) {
    const ids = messageIds.filter((id) => periodsInclude(periods, id));
    if (ids.length === 0) continue;
    const key = ids.join(',');
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { userIds: [userId], ids });
  }
  return [...groups.values()];
}
