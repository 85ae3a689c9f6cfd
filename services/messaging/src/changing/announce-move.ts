import { firstItem, partsOf } from '@parley/core';
import { Audience, type Delivery } from '@parley/proto/events/v1/event';
import { type MessageId, roles, type UserId } from '@parley/rules';
import { channelAudience } from '../audience/channel-audience.ts';
import { type UpdateJson, updateFor, updatesByFlags } from '../events/message-updated.ts';
import { deletionDelivery } from '../events/messages-deleted.ts';
import type { MessageFlags } from './message-flags.ts';
import { groupByVisibility, type MoveReaders } from './move-readers.ts';
import type { OriginAccess } from './origin-access.ts';
import type { MovePlan } from './plan-move.ts';

/** Lower for protected history, where each reader may receive a different list. */
const idsPerEvent = { shared: 10_000, protected: 1_000 };

export type MoveFlags = ReadonlyMap<number, MessageFlags>;

/** Splits message IDs into chunks. Each chunk becomes one event in the log, with the deliveries that `moveDeliveries` builds. */
export function chunkForEvents(messageIds: readonly MessageId[], { from, to }: MoveReaders): number[][] {
  const size = from || to ? idsPerEvent.protected : idsPerEvent.shared;
  return partsOf(messageIds, size);
}

export type AnnouncedMove = {
  plan: MovePlan;
  update: UpdateJson;
  topicLinks: readonly { text: string; url: string }[];
  readers: MoveReaders;
  flags: MoveFlags;
  origin: OriginAccess;
};

/**
 * Builds the deliveries of a move. Users who may read the messages in their new channel receive the move; those who may not read
 * them in their former channel receive it without the former channel and topic. Users who could read them only in the former
 * channel receive a deletion. A user whom several deliveries select receives the first of them.
 */
export function moveDeliveries(move: AnnouncedMove, messageIds: readonly MessageId[]): Delivery[] {
  const { plan, readers, flags, origin } = move;
  const { from, to, changesChannel } = plan;
  const groups = readers.to
    ? groupByVisibility(readers.to, messageIds)
    : [{ userIds: undefined, ids: messageIds }];
  const updates = groups.flatMap(({ userIds, ids }) => {
    const forms = formsOf(move, ids);
    const { own, common } = flags.get(forms.whole.message_id) ?? { own: [], common: [] };
    const ownOfGroup = own.filter(({ userId }) => userIds?.includes(userId) ?? true);
    const knows = ({ userId }: { userId: UserId }) => origin.includes(userId, ids);
    const recipients = userIds ? partsOfList(userIds, ids, origin) : audiencesOfTarget(move, ids);
    return [
      ...updatesByFlags(ownOfGroup.filter(knows), forms.whole),
      ...updatesByFlags(
        ownOfGroup.filter((each) => !knows(each)),
        forms.withoutOrigin,
      ),
      ...recipients.map(({ audience, form }) => updateFor(audience, forms[form], common)),
    ];
  });
  if (!changesChannel) return updates;
  const formerChannel = { channelId: from.channel.channelId };
  const place = { channelId: from.channel.channelId, topic: from.topic };
  if (!to.channel.inviteOnly) {
    // Members may read a public channel without a subscription. Guests may do so only in a web-public one.
    const channelMaxRole = to.channel.isWebPublic ? 0 : roles.member;
    const audience = Audience.create({ ...formerChannel, channelMaxRole });
    const forms = formsOf(move, messageIds);
    const form = origin.includesSubscribers ? 'whole' : 'withoutOrigin';
    updates.push(updateFor(audience, forms[form], flags.get(forms.whole.message_id)?.common ?? []));
  }
  const formerReaders = Audience.create({ ...formerChannel, channelPublic: !from.channel.inviteOnly });
  const deletions = readers.from
    ? groupByVisibility(readers.from, messageIds).map(({ userIds, ids }) =>
        deletionDelivery(ids, place, Audience.create({ userIds })),
      )
    : [deletionDelivery(messageIds, place, formerReaders)];
  return [...updates, ...deletions];
}

/** The two forms of an update: for recipients who may read the messages in their former channel, and for all others. */
type Forms = { whole: UpdateJson; withoutOrigin: UpdateJson };
type Recipients = { audience: Audience; form: keyof Forms };

function formsOf({ plan, update, topicLinks }: AnnouncedMove, messageIds: readonly MessageId[]): Forms {
  const whole = limitUpdateTo(update, messageIds);
  const { to, topic } = { to: plan.to.channel, topic: plan.to.topic };
  // The event says that the messages were in their new topic before. So it is complete for clients that need both places.
  const places = { stream_id: to.channelId, stream_name: to.name, orig_subject: topic, subject: topic };
  return { whole, withoutOrigin: { ...whole, ...places, topic_links: [...topicLinks] } };
}

/** Splits a list of recipients by whether they may read the messages in their former channel. */
function partsOfList(
  userIds: readonly UserId[],
  messageIds: readonly MessageId[],
  origin: OriginAccess,
): Recipients[] {
  const whole = userIds.filter((userId) => origin.includes(userId, messageIds));
  const others = userIds.filter((userId) => !origin.includes(userId, messageIds));
  return [
    ...(whole.length > 0 ? [{ audience: Audience.create({ userIds: whole }), form: 'whole' as const }] : []),
    ...(others.length > 0
      ? [{ audience: Audience.create({ userIds: others }), form: 'withoutOrigin' as const }]
      : []),
  ];
}

/** Splits the audience of a new channel without protected history. The recipients of the whole update come first. */
function audiencesOfTarget({ plan, origin }: AnnouncedMove, messageIds: readonly MessageId[]): Recipients[] {
  const { from, to } = plan;
  const all = channelAudience(to.channel);
  if (origin.includesAll) return [{ audience: all, form: 'whole' }];
  const listed = origin.listed.filter((userId) => origin.includes(userId, messageIds));
  const whole = [
    ...(from.channel.inviteOnly ? [] : [Audience.create({ ...all, channelMaxRole: roles.member })]),
    ...(listed.length > 0 ? [Audience.create({ userIds: listed })] : []),
  ];
  return [
    ...whole.map((audience) => ({ audience, form: 'whole' as const })),
    { audience: all, form: 'withoutOrigin' },
  ];
}

/** Each update names the requested message when it contains this message, otherwise its first message. */
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

const eventMessageId = (messageIds: readonly MessageId[], requestedId: MessageId): MessageId =>
  messageIds.includes(requestedId) ? requestedId : firstItem(messageIds);

/** Only the update that contains the edited message carries the new content. */
function limitUpdateTo(update: UpdateJson, messageIds: readonly MessageId[]): UpdateJson {
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
