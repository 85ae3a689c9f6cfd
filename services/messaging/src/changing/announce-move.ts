import { partsOf } from '@parley/core';
import type { Channel } from '@parley/directory';
import { Audience, type Delivery } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
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

/** IDs in one event at most; of channels that do not show their history fewer, since there each may see others. */
const idsPerEvent = { shared: 10_000, protected: 1_000 };

/** Flags on the messages that events are about, which `idsToldOf` names. */
export type MoveFlags = ReadonlyMap<number, MessageFlags>;

/** Readers of the two channels, where they depend on people; asked before the move. */
export type MoveReaders = { from: ChannelReader[] | undefined; to: ChannelReader[] | undefined };

/** Who reads either channel, where that depends on the person. */
export async function findMoveReaders(ctx: Ctx, { from, to }: MovePlan, call: Call): Promise<MoveReaders> {
  const of = async (channel: Channel) =>
    hasProtectedHistory(channel) ? await findChannelReaders(ctx, channel.channelId, call) : undefined;
  const fromReaders = await of(from.channel);
  const isOne = to.channelId === from.channel.channelId;
  return { from: fromReaders, to: isOne ? fromReaders : await of(to.channel) };
}

/** Parts of a long list of messages, each for an event of its own. */
export function chunkForEvents(messageIds: readonly number[], { from, to }: MoveReaders): number[][] {
  const size = from || to ? idsPerEvent.protected : idsPerEvent.shared;
  return partsOf(messageIds, size);
}

/**
 * Who hears what of a move: those who may read the messages where they are now hear of the move; of those who
 * could read them where they were, the rest hears that they are no more.
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
  const announced = groups.flatMap(({ userIds, ids }) => {
    const json = limitUpdateTo(update, ids);
    const audience = userIds ? Audience.create({ userIds }) : channelAudience(to.channel);
    const { own, common } = flags.get(json.message_id) ?? { own: [], common: [] };
    const theirs = own.filter(({ userId }) => userIds?.includes(userId) ?? true);
    return [...updatesByFlags(theirs, json), updateFor(audience, json, common)];
  });
  if (!changesChannel) return announced;
  const formerly = Audience.create({ channelId: from.channel.channelId });
  const place = { channelId: from.channel.channelId, topic: from.topic };
  if (!to.channel.inviteOnly) {
    // Without being subscribed everybody may read a public channel, guests only a web-public one.
    const channelMaxRole = to.channel.isWebPublic ? 0 : roles.member;
    const audience = Audience.create({ ...formerly, channelMaxRole });
    const json = limitUpdateTo(update, messageIds);
    announced.push(updateFor(audience, json, flags.get(json.message_id)?.common ?? []));
  }
  const gone = readers.from
    ? groupByVisibility(readers.from, messageIds).map(({ userIds, ids }) =>
        deletionDelivery(ids, place, Audience.create({ userIds })),
      )
    : [deletionDelivery(messageIds, place, { ...formerly, channelPublic: !from.channel.inviteOnly })];
  return [...announced, ...gone];
}

/**
 * The messages that events of a move are about: the one that was asked to be moved, and where it is not among those
 * that an event tells somebody of, the first of them.
 */
export function announcedMessageIds(
  parts: readonly (readonly number[])[],
  readers: MoveReaders,
  askedId: number,
): number[] {
  const lists = parts.flatMap((ids) => [
    ids,
    ...(readers.to ? groupByVisibility(readers.to, ids).map((group) => group.ids) : []),
  ]);
  return [...new Set([askedId, ...lists.map((ids) => eventMessageId(ids, askedId))])];
}

const eventMessageId = (messageIds: readonly number[], askedId: number): number =>
  messageIds.includes(askedId) ? askedId : messageIds[0]!;

/** The event about some of the messages; a new content is only told with the message it is of. */
function limitUpdateTo(update: UpdateJson, messageIds: readonly number[]): UpdateJson {
  const about = eventMessageId(messageIds, update.message_id);
  if (about === update.message_id) return { ...update, message_ids: messageIds };
  const {
    orig_content: _a,
    orig_rendered_content: _b,
    content: _c,
    rendered_content: _d,
    is_me_message: _e,
    ...move
  } = update;
  return { ...move, message_id: about, message_ids: messageIds };
}

/** People who may read the same of the messages, together. */
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
