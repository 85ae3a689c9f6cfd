import { errors, unixSeconds } from '@parley/core';
import { emitAll, type RecordedChange, recordAudit, type Tx } from '@parley/db';
import { retryOnConflict, type Scope } from '@parley/facts';
import { topicLinks } from '@parley/markdown';
import { type UpdateMessageRequest, UpdateMessageResponse } from '@parley/proto/messaging/v1/changing';
import { type ChannelId, parseNewTopic } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import { invalidMessage, type MessageAccess, requireChangeableMessage } from '../../access/message-access.ts';
import { findChannelReaders, findSubscribers, hasProtectedHistory } from '../../audience/channel-audience.ts';
import { auditedPlace } from '../../changing/audited-place.ts';
import { detachedUploads } from '../../changing/detached-uploads.ts';
import { followTopic } from '../../changing/follow-topic.ts';
import { moveNotices } from '../../changing/move-notices.ts';
import { findMoveReaders } from '../../changing/move-readers.ts';
import { planEdit } from '../../changing/plan-edit.ts';
import { planMove } from '../../changing/plan-move.ts';
import { announceUpdate, type UpdatePlan, writeUpdate } from '../../changing/write-update.ts';
import type { Ctx } from '../../context.ts';
import type { TopicPart } from '../../db/changing/edits.ts';
import { insertMessages } from '../../db/messages.ts';
import type { StoredMessage } from '../../db/stored-message.ts';
import { afterMention } from '../../participation/topic-visibility.ts';
import { linkifiersOf } from '../../rendering/linkifiers.ts';
import { withOwnPictures } from '../../rendering/own-pictures.ts';

/** See docs/api/messages.md#editing-and-moving. */
export async function updateMessage(
  ctx: Ctx,
  request: UpdateMessageRequest,
  scope: Scope,
): Promise<UpdateMessageResponse> {
  ctx.writeGuard.check();
  const updated = await retryOnConflict(scope, async (attempt) => {
    const plan = await attempt.confirmed((facts) => planUpdate(ctx, request, facts));
    if (plan === 'unchanged') return plan;
    const before = await ctx.db.tx((tx) => write(ctx, tx, plan, attempt));
    return before && { plan, before };
  });
  if (updated === 'unchanged' || !updated.plan.edit) return UpdateMessageResponse.create();
  const { plan, before } = updated;
  await followMentions(ctx, plan, scope);
  return { detachedUploadsJson: await detachedUploads(ctx, before, updated.plan.edit, scope) };
}

/** @returns the message before the update; undefined, with nothing written, when it was moved after the decision */
async function write(ctx: Ctx, tx: Tx, plan: UpdatePlan, scope: Scope): Promise<StoredMessage | undefined> {
  const written = await writeUpdate(tx, plan);
  if (written === 'gone') throw invalidMessage();
  if (written === 'moved') return undefined;
  const followed = await followTopic(ctx, tx, plan, written, scope);
  await emitAll(tx, [...(await announceUpdate(tx, plan, written, scope)), ...followed]);
  await recordAudit(tx, scope.call, movedMessage(plan));
  // Inserting takes the order lock, for which all sends wait until the commit. So the notices are inserted last.
  if (plan.notices.length > 0) await insertMessages(tx, plan.notices);
  return written.before;
}

/** Returns the entries for the audit log: one for a move, and one for an edit by a person other than the sender. */
function movedMessage({ access: { user, message, channel }, edit, move }: UpdatePlan): RecordedChange[] {
  const { id: messageId, senderId } = message;
  const from = auditedPlace(channel, message.topic);
  const isModerated = edit !== undefined && senderId !== user.userId;
  return [
    ...(move
      ? [
          {
            action: 'message.moved',
            userId: senderId,
            details: {
              messageId,
              from,
              to: auditedPlace(move.to.channel, move.to.topic),
            },
          },
        ]
      : []),
    ...(isModerated ? [{ action: 'message.edited', userId: senderId, details: { messageId, ...from } }] : []),
  ];
}

/** Makes people whom the new content mentions follow the topic, as after a send. */
async function followMentions(ctx: Ctx, { access, edit, move }: UpdatePlan, scope: Scope): Promise<void> {
  const { user, message } = access;
  const { channel, topic } = move?.to ?? { channel: access.channel, topic: message.topic };
  if (!edit || !channel) return;
  await afterMention(
    ctx,
    { id: message.id, channel, topic, sender: user, namedUserIds: edit.namedUserIds },
    scope,
  );
}

/** Plans an update. Returns `unchanged` for a message that is already in the channel to which the request moves it. */
async function planUpdate(
  ctx: Ctx,
  request: UpdateMessageRequest,
  scope: Scope,
): Promise<UpdatePlan | 'unchanged'> {
  const access = await requireChangeableMessage(ctx, request.messageId, scope);
  const organization = await scope.organization();
  const { settings } = organization;
  // Before the notices get their times: a message that is older than a move counts as one that was in the new topic before.
  const at = unixSeconds(ctx.clock.now());
  const change = parseChange(request, access, settings);
  const edit =
    change.content === undefined
      ? undefined
      : await planEdit(
          ctx,
          access,
          { content: change.content, prevContentSha256: request.prevContentSha256 },
          scope,
        );
  const { channel } = access;
  const move = channel && (await planMove(ctx, { ...access, channel }, change, scope));
  if (!edit && !move) {
    if (request.channelId !== undefined && change.topic === undefined) return 'unchanged';
    throw errors.badRequest('Nothing to change');
  }
  const readers =
    channel && !move && hasProtectedHistory(channel)
      ? await findChannelReaders(ctx, channel.channelId, scope)
      : undefined;
  const moveReaders = move && (await findMoveReaders(ctx, move, scope));
  const notices = { mover: access.user, old: request.notifyOldThread, new: request.notifyNewThread };
  return {
    access,
    edit,
    move,
    readers,
    moveReaders,
    subscribers: moveReaders
      ? moveReaders.toSubscribers
      : (readers ?? (channel && (await findSubscribers(ctx, channel.channelId, scope)))),
    notices:
      move && moveReaders ? await moveNotices(ctx, { ...move, readers: moveReaders }, notices, scope) : [],
    shownHtml: (html) => withOwnPictures(html, ctx.pictureKey),
    topicLinks: move ? topicLinks(move.to.topic, linkifiersOf(organization)) : [],
    at,
  };
}

type Change = {
  content: string | undefined;
  topic: string | undefined;
  channelId: ChannelId | undefined;
  mode: TopicPart['mode'];
};

function parseChange(
  request: UpdateMessageRequest,
  { message }: MessageAccess,
  settings: OrganizationSettings,
): Change {
  const { content, channelId } = request;
  const modes = ['change_one', 'change_later', 'change_all'] as const;
  const mode = modes.find((each) => each === request.propagateMode);
  if (!mode) throw errors.badRequest('Invalid propagate_mode');
  if (content === undefined && request.topic === undefined && channelId === undefined) {
    throw errors.badRequest('Nothing to change');
  }
  if (message.channelId === null) {
    if (channelId !== undefined) throw errors.badRequest('Direct messages cannot be moved to channels.');
    if (request.topic !== undefined) throw errors.badRequest('Direct messages cannot have topics.');
  }
  if (content !== undefined && channelId !== undefined && channelId !== message.channelId) {
    throw errors.badRequest('Cannot change message content while changing channel');
  }
  if (mode !== 'change_one' && request.topic === undefined && channelId === undefined) {
    throw errors.badRequest('Invalid propagate_mode without topic edit');
  }
  const topic =
    request.topic === undefined ? undefined : parseNewTopic(request.topic, settings.empty_topic_display_name);
  return { content, topic, channelId, mode };
}
