import { partsOf } from '@parley/core';
import type { Channel } from '@parley/directory';
import { roles } from '@parley/directory/rules';
import { Audience, type Delivery } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { holds } from '../domain/visibility.ts';
import { type UpdateJson, updateFor, updatesByFlags } from '../events/message-updated.ts';
import { deletion } from '../events/messages-deleted.ts';
import { type ChannelReader, channelAudience, isProtected, readersOf } from './audience.ts';
import type { Flagged } from './flagged.ts';
import type { MovePlan } from './plan-move.ts';

/** IDs in one event at most; of channels that do not show their history fewer, since there each may see others. */
const idsPerEvent = { shared: 10_000, protected: 1_000 };

/** Flags on the message that was asked to be moved: people's own, and everybody else's. */
export type MoveFlags = { own: readonly Flagged[]; common: readonly string[] };

/** Readers of the two channels, where they depend on people; asked before the move. */
export type MoveAudience = { from: ChannelReader[] | undefined; to: ChannelReader[] | undefined };

/** Who reads either channel, where that depends on the person. */
export async function moveAudience(ctx: Ctx, { from, to }: MovePlan, call: Call): Promise<MoveAudience> {
  const of = async (channel: Channel) =>
    isProtected(channel) ? await readersOf(ctx, channel.channelId, call) : undefined;
  const fromReaders = await of(from.channel);
  const isOne = to.channelId === from.channel.channelId;
  return { from: fromReaders, to: isOne ? fromReaders : await of(to.channel) };
}

/** Parts of a long list of messages, each for an event of its own. */
export function inEvents(messageIds: readonly number[], { from, to }: MoveAudience): number[][] {
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
  readers: MoveAudience,
  flags: MoveFlags,
): Delivery[] {
  const { from, to, changesChannel } = plan;
  const groups = readers.to ? bySight(readers.to, messageIds) : [{ userIds: undefined, ids: messageIds }];
  const told = groups.flatMap(({ userIds, ids }) => {
    const json = aboutThese(update, ids);
    const audience = userIds ? Audience.create({ userIds }) : channelAudience(to.channel);
    // Flags are those of the message that was asked about.
    if (json.message_id !== update.message_id) return [updateFor(audience, json, [])];
    const own = flags.own.filter(({ userId }) => userIds?.includes(userId) ?? true);
    return [...updatesByFlags(own, json), updateFor(audience, json, flags.common)];
  });
  if (!changesChannel) return told;
  const formerly = Audience.create({ channelId: from.channel.channelId });
  const place = { channelId: from.channel.channelId, topic: from.topic };
  if (!to.channel.inviteOnly) {
    // Without being subscribed everybody may read a public channel, guests only a web-public one.
    const channelMaxRole = to.channel.isWebPublic ? 0 : roles.member;
    const audience = Audience.create({ ...formerly, channelMaxRole });
    const json = aboutThese(update, messageIds);
    told.push(updateFor(audience, json, json.message_id === update.message_id ? flags.common : []));
  }
  const gone = readers.from
    ? bySight(readers.from, messageIds).map(({ userIds, ids }) =>
        deletion(ids, place, Audience.create({ userIds })),
      )
    : [deletion(messageIds, place, { ...formerly, channelPublic: !from.channel.inviteOnly })];
  return [...told, ...gone];
}

/** The event about some of the messages; a new content is only told with the message it is of. */
function aboutThese(update: UpdateJson, messageIds: readonly number[]): UpdateJson {
  if (messageIds.includes(update.message_id)) return { ...update, message_ids: messageIds };
  const {
    orig_content: _a,
    orig_rendered_content: _b,
    content: _c,
    rendered_content: _d,
    is_me_message: _e,
    ...move
  } = update;
  return { ...move, message_id: messageIds[0]!, message_ids: messageIds };
}

/** People who may read the same of the messages, together. */
export function bySight(
  readers: readonly ChannelReader[],
  messageIds: readonly number[],
): { userIds: number[]; ids: number[] }[] {
  const groups = new Map<string, { userIds: number[]; ids: number[] }>();
  for (const { userId, periods } of readers) {
    const ids = messageIds.filter((id) => holds(periods, id));
    if (ids.length === 0) continue;
    const key = ids.join(',');
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { userIds: [userId], ids });
  }
  return [...groups.values()];
}
