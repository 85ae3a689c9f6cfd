import { firstItem, lastItem, required } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { Event } from '@parley/proto/events/v1/event';
import { Audience, type Delivery } from '@parley/proto/events/v1/event';
import type { TopicMoved } from '@parley/proto/events/v1/facts';
import { foldCase, type MessageId, type UserId } from '@parley/rules';
import type { MessageAccess } from '../access/message-access.ts';
import { type ChannelReader, channelAudience } from '../audience/channel-audience.ts';
import { firstMessageOf } from '../db/changing/deletions.ts';
import {
  isTopicInUse,
  lockPart,
  type Mentioning,
  mentionsOf,
  moveMessages,
  personalFlagsOf,
  writeContent,
  writeContentFlag,
} from '../db/changing/edits.ts';
import { replaceLinkPreviews } from '../db/changing/link-previews.ts';
import { noteMovedAway } from '../db/changing/moved-topics.ts';
import { movePins } from '../db/changing/pins.ts';
import type { NewMessage } from '../db/messages.ts';
import { findMessage, lockMessage, type StoredMessage } from '../db/stored-message.ts';
import { checkPrevContent } from '../domain/changing/edit-rules.ts';
import { flagBits } from '../domain/changing/flags.ts';
import { periodsInclude } from '../domain/reading/visibility.ts';
import {
  channelStartChanged,
  fitIntoEvent,
  messagesMoved,
  messageUpdated,
  topicMoved,
  type UpdateJson,
  updateFor,
  updatesByFlags,
} from '../events/message-updated.ts';
import { findUnsubscribedBots } from '../sending/compose-content.ts';
import { announcedMessageIds, chunkForEvents, type MoveFlags, moveDeliveries } from './announce-move.ts';
import { findMessageFlags } from './message-flags.ts';
import type { MoveReaders } from './move-readers.ts';
import { loadOriginAccess } from './origin-access.ts';
import type { EditPlan } from './plan-edit.ts';
import type { MovePlan } from './plan-move.ts';

export type UpdatePlan = {
  access: MessageAccess;
  edit: EditPlan | undefined;
  move: MovePlan | undefined;
  /** Readers of the message's channel. Undefined when the channel's history is not protected, and for moves and direct messages. */
  readers: ChannelReader[] | undefined;
  moveReaders: MoveReaders | undefined;
  /** After the change. Undefined for a direct message, and for a very large channel without protected history. */
  subscribers: readonly ChannelReader[] | undefined;
  notices: readonly NewMessage[];
  /** Returns stored HTML in the form that readers receive, in which external pictures load through this server. */
  shownHtml(html: string): string;
  topicLinks: readonly { text: string; url: string }[];
  /** Seconds since the Unix epoch. */
  at: number;
};

export type Written = {
  before: StoredMessage;
  movedIds: readonly number[];
  /** Whether the new topic had messages before the move. */
  intoExisting: boolean;
  /** People whom the former content mentioned. Empty without an edit. */
  formerMentionedUserIds: readonly UserId[];
};

/** `gone` or `moved`, without a change, after a deletion or move. @throws EXPECTATION_MISMATCH for another stored content */
export async function writeUpdate(tx: Tx, plan: UpdatePlan): Promise<Written | 'gone' | 'moved'> {
  const { edit, move, at } = plan;
  const { message, user } = plan.access;
  // All messages are locked in ascending order of ID, so that two moves of the same messages do not deadlock.
  const movedIds = move ? await lockPart(tx, move.part) : [];
  const before = move ? await findMessage(tx, message.id) : await lockMessage(tx, message.id);
  if (!before) return 'gone';
  const isInPlace = before.channelId === message.channelId && (!move || movedIds.includes(message.id));
  if (!isInPlace) return 'moved';
  const flagsBefore = edit ? await personalFlagsOf(tx, [message.id]) : [];
  if (edit) {
    checkPrevContent(edit.prevSha256, before.content);
    await writeContent(tx, message.id, user.userId, at, edit.next);
    // The renderer replaced the HTML, and with it the previews of the former content.
    await replaceLinkPreviews(tx, message.id, edit.previewUrls);
    await writeContentFlag(tx, message.id, flagBits.mentioned, edit.mentionedUserIds);
    await writeContentFlag(tx, message.id, flagBits.hasAlertWord, edit.alertedUserIds);
  }
  const intoExisting = move !== undefined && (await isTopicInUse(tx, move.to));
  if (move) {
    // Messages of one topic may have different spellings. When only the channel changes, each message keeps its spelling.
    const { channelId, topic } = move.to;
    const to = { channelId, topic: move.changesTopic ? topic : undefined };
    await moveMessages(tx, movedIds, to, {
      editorId: user.userId,
      at,
      isMove: move.resolve === undefined,
      editedId: edit && message.id,
    });
    const { channel, topic: formerTopic } = move.from;
    const former = { channelId: channel.channelId, topic: formerTopic };
    await noteMovedAway(tx, former, lastItem(movedIds));
    if (move.changesChannel) await movePins(tx, movedIds, channelId);
  }
  const formerMentionedUserIds = flagsBefore
    .filter(({ flags }) => flags & flagBits.mentioned)
    .map(({ userId }) => userId);
  return { before, movedIds, intoExisting, formerMentionedUserIds };
}

/** Builds the events of an update. The caller emits them in the same transaction. */
export async function announceUpdate(
  tx: Tx,
  plan: UpdatePlan,
  written: Written,
  scope: Scope,
): Promise<Event[]> {
  const { move, edit } = plan;
  const update = fitIntoEvent(updateJson(plan, written));
  const fact = edit && {
    $case: 'messageChanged' as const,
    messageChanged: {
      messageId: written.before.id,
      uploadPaths: [...edit.uploadPaths],
      channelId: move?.to.channelId ?? written.before.channelId ?? 0,
      editorId: plan.access.user.userId,
      sentAt: written.before.sentAt,
    },
  };
  if (!move || !plan.moveReaders) {
    const botIds = await findBots(plan, written, scope);
    const deliveries = await editDeliveries(tx, { ...plan, botIds }, update, scope);
    return messageUpdated(deliveries, fact, scope.call.traceparent);
  }
  const { moveReaders } = plan;
  const parts = chunkForEvents(written.movedIds, moveReaders);
  const ids = announcedMessageIds(parts, moveReaders, written.before.id);
  const botIds = await findBots(plan, written, scope);
  const flags = await findFlagsOfMoved(tx, { ...plan, move, moveReaders, botIds }, ids, scope);
  const flagged = [...flags.values()].flatMap(({ own }) => own.map(({ userId }) => userId));
  const asked = [...flagged, ...(moveReaders.to ?? []).map(({ userId }) => userId)];
  const origin = await loadOriginAccess(move, moveReaders, asked, scope);
  const { topicLinks } = plan;
  const announced = { plan: move, update, topicLinks, readers: moveReaders, flags, origin };
  const events = parts.flatMap((ids, index) => {
    const deliveries = moveDeliveries(announced, ids);
    return messageUpdated(deliveries, index === 0 ? fact : undefined, scope.call.traceparent);
  });
  return [
    ...events,
    ...(move.changesChannel ? parts.map((moved) => messagesMoved(moved, move.to.channel.channelId)) : []),
    ...(move.changesChannel ? await channelStartEvents(tx, move, written.movedIds) : []),
    ...(movesTopic(move) ? [topicMoved(movedTopic(move, written))] : []),
  ];
}

async function findFlagsOfMoved(
  tx: Tx,
  {
    access,
    edit,
    move,
    moveReaders,
    subscribers,
    botIds,
  }: UpdatePlan & {
    move: MovePlan;
    moveReaders: MoveReaders;
    botIds: readonly UserId[];
  },
  ids: readonly MessageId[],
  scope: Scope,
): Promise<MoveFlags> {
  const others = await mentionsOf(
    tx,
    ids.filter((id) => id !== access.message.id),
  );
  const flagged = [flagFacts(access.message, edit), ...others.map((message) => flagFacts(message))];
  const before = move.changesChannel ? move.from.channel : undefined;
  const place = { channel: move.to.channel, readers: moveReaders.to, subscribers, before, botIds };
  return findMessageFlags(tx, flagged, place, scope);
}

const flagFacts = (message: Mentioning, edit?: EditPlan) => {
  const mentions = edit?.next ?? message;
  return {
    id: message.id,
    senderId: message.senderId,
    readBySender: message.readBySender,
    mentionsChannel: mentions.mentionsChannel,
    mentionsTopic: mentions.mentionsTopic,
    topicParticipantIds: mentions.topicParticipantIds ?? [],
  };
};

async function editDeliveries(
  tx: Tx,
  { access, edit, readers, subscribers, botIds }: UpdatePlan & { botIds: readonly UserId[] },
  update: UpdateJson,
  scope: Scope,
): Promise<Delivery[]> {
  const { message, channel } = access;
  const flagged = flagFacts(message, edit);
  const place = channel ? { channel, readers, subscribers, botIds } : { members: message.memberIds ?? [] };
  const { own, common } = required(
    (await findMessageFlags(tx, [flagged], place, scope)).get(message.id),
    'flags of the message',
  );
  const audience = !channel
    ? Audience.create({ userIds: message.memberIds ?? [] })
    : readers
      ? Audience.create({
          userIds: readers
            .filter(({ periods }) => periodsInclude(periods, message.id))
            .map(({ userId }) => userId),
        })
      : { ...channelAudience(channel), userIds: [...botIds] };
  return [...updatesByFlags(own, update), updateFor(audience, update, common)];
}

/** Finds bots that receive the update without a subscription, because the message mentions them now or did before the edit. */
async function findBots(
  { access, edit }: UpdatePlan,
  { formerMentionedUserIds }: Written,
  scope: Scope,
): Promise<number[]> {
  const { channel } = access;
  if (!edit || !channel) return [];
  const mentioned = [...new Set([...formerMentionedUserIds, ...edit.mentionedUserIds])];
  return findUnsubscribedBots({ kind: 'channel', channel }, mentioned, scope);
}

function updateJson(
  { access, edit, move, topicLinks, at, shownHtml }: UpdatePlan,
  { before, movedIds }: Written,
): UpdateJson {
  const { user, channel } = access;
  return {
    user_id: user.userId,
    edit_timestamp: at,
    message_id: before.id,
    message_ids: move ? movedIds : [before.id],
    rendering_only: false,
    ...(channel && { stream_id: channel.channelId, stream_name: channel.name }),
    ...(edit && {
      orig_content: before.content,
      orig_rendered_content: shownHtml(before.renderedContent),
      content: edit.next.content,
      rendered_content: edit.next.renderedContent,
      is_me_message: edit.next.isMe,
    }),
    ...(move && {
      propagate_mode: move.part.mode,
      orig_subject: before.topic,
      ...(move.changesTopic && { subject: move.to.topic, topic_links: topicLinks }),
      ...(move.changesChannel && { new_stream_id: move.to.channelId }),
    }),
  };
}

/** False when some that the caller may read stayed, or when only the case of the topic changed. */
export const movesTopic = ({ part, movesAll, changesChannel, from, to }: MovePlan): boolean =>
  (part.mode === 'change_all' || movesAll) && (changesChannel || foldCase(from.topic) !== foldCase(to.topic));

const movedTopic = ({ from, to }: MovePlan, { intoExisting }: Written): TopicMoved => ({
  channelId: from.channel.channelId,
  topic: from.topic,
  toChannelId: to.channelId,
  toTopic: to.topic,
  intoExisting,
});

async function channelStartEvents(
  tx: Tx,
  { from, to }: MovePlan,
  movedIds: readonly number[],
): Promise<Event[]> {
  const lowest = firstItem(movedIds);
  const remaining = await firstMessageOf(tx, from.channel.channelId);
  const firstInTarget = await firstMessageOf(tx, to.channelId);
  return [
    ...(remaining === undefined || remaining > lowest
      ? [channelStartChanged(from.channel.channelId, remaining)]
      : []),
    ...(firstInTarget === lowest ? [channelStartChanged(to.channelId, firstInTarget)] : []),
  ];
}
