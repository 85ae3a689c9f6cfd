/**
 * Sends notices as the notification bot: about a changed channel in this channel, about new channels in the organization's
 * channel for announcements, and to people whom another person has subscribed. It follows the events of this service. The send
 * key of a notice is derived from its event, so an event that is handled again does not repeat the notice.
 */
import { ParleyError, partsOf } from '@parley/core';
import { type FactValue, type FollowedEvent, transactionIdOf } from '@parley/event-log';
import { createScope, type Scope } from '@parley/facts';
import type { Channel, ChannelChanged, SubscriptionNotice } from '@parley/proto/events/v1/facts';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import { backgroundCall, type Call, type RpcClient } from '@parley/rpc';
import type { ChannelId, GroupId, UserId } from '@parley/rules';
import { type Texts, textsIn } from '@parley/texts';
import type { Ctx } from '../context.ts';
import { channelsByIdOrKey } from '../db/channels.ts';
import { allFolders } from '../db/folders.ts';
import { noticeKey } from '../domain/notice-key.ts';
import {
  announcement,
  changeNotices,
  groupsInNotices,
  type Names,
  subscribedNotice,
} from '../domain/notices.ts';
import { channelFact } from '../view/channel-json.ts';

export type Sender = Pick<RpcClient<typeof MessagingServiceService>, 'sendMessage'>;

const notificationBot = 'notification-bot';
/** Direct messages of one event. Notices in a channel are sent one after the other. */
const maxSending = 8;

/** A message to send. `key` distinguishes it from the other notices of the same event. */
type Notice = Pick<SendMessageRequest, 'recipient' | 'content'> & { key: string | number };

/** Handles an event of the log. It is idempotent. */
export async function sendNotices(
  ctx: Ctx,
  messaging: Sender,
  followed: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  const scope = createScope(ctx.factCache, backgroundCall({ signal }));
  const notices = await noticesOf(ctx, followed.fact, scope);
  if (notices.length === 0) return;
  const bot = await scope.users.byEmail(`${notificationBot}@${new URL(ctx.publicUrl).hostname}`);
  if (!bot) return;
  const send = senderOf(ctx, messaging, followed, () =>
    backgroundCall({ signal, principal: { userId: bot.userId } }),
  );
  const atOnce = followed.factKind === 'channelChanged' ? 1 : maxSending;
  for (const part of partsOf(notices, atOnce)) {
    await Promise.all(part.map(send));
  }
}

async function noticesOf(ctx: Ctx, fact: FactValue | undefined, scope: Scope): Promise<Notice[]> {
  switch (fact?.$case) {
    case 'channelChanged':
      return noticesOfChange(ctx, fact.channelChanged, scope);
    case 'announcementDue': {
      const { actorId, channelIds } = fact.announcementDue;
      const channels = await channelsInOrder(ctx, channelIds);
      return announced(ctx, channels, actorId, scope);
    }
    case 'subscriptionNoticesDue': {
      const { actorId, notices } = fact.subscriptionNoticesDue;
      return noticesOfSubscriptions(ctx, actorId, notices, scope);
    }
    case 'subscriptionsAdded': {
      const { actorId, notify, hasNoticesDue, ...joined } = fact.subscriptionsAdded;
      return notify && !hasNoticesDue ? noticesOfSubscriptions(ctx, actorId, [joined], scope) : [];
    }
    default:
      return [];
  }
}

/** Returns a function that sends a notice of an event. @param callAsBot creates the options of a call on behalf of the bot */
const senderOf =
  (ctx: Ctx, messaging: Sender, followed: FollowedEvent, callAsBot: () => Call) =>
  async ({ key, ...notice }: Notice): Promise<void> => {
    try {
      const origin = { id: followed.id, transactionId: transactionIdOf(followed.transactionId) };
      const request = SendMessageRequest.create({ ...notice, sendKey: noticeKey(origin, key) });
      await messaging.sendMessage(request, callAsBot());
    } catch (error) {
      // A client error is final, for instance because the recipient is deactivated. A retry would fail again, so the notice is
      // dropped.
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
      ctx.logger.info({ code: error.code }, 'notice refused');
    }
  };

async function noticesOfChange(
  ctx: Ctx,
  { channel, previous, actorId, announce, isAnnouncedTogether }: ChannelChanged,
  scope: Scope,
): Promise<Notice[]> {
  if (!channel || actorId === 0) return [];
  if (!previous) return announce && !isAnnouncedTogether ? announced(ctx, [channel], actorId, scope) : [];
  const actor = await scope.users.get(actorId);
  if (!actor || !(await scope.settings()).send_channel_events_messages) return [];
  const texts = await organizationTexts(scope);
  const names = await namesIn(ctx, previous, channel, scope);
  const notices = changeNotices({ before: previous, after: channel, actor }, names, texts);
  const topic = await topicFor(channel, texts.channels.changesTopic, scope);
  return notices.map((content, key) => ({ key, ...inChannel(channel.channelId, topic, content) }));
}

const organizationTexts = async (scope: Scope): Promise<Texts> =>
  textsIn((await scope.settings()).default_language);

/** Looks up the names of folders and groups that the notices about a changed channel need. */
async function namesIn(ctx: Ctx, before: Channel, after: Channel, scope: Scope): Promise<Names> {
  const folders =
    before.folderId === after.folderId
      ? new Map<number, string>()
      : new Map((await allFolders(ctx.db)).map((folder) => [folder.id, folder.name]));
  const groups = new Map<GroupId, { rule: string } | { name: string }>();
  for (const id of groupsInNotices(before, after)) {
    const group = await scope.groups.get(id);
    if (group) groups.set(id, group.rule === '' ? { name: group.name } : { rule: group.rule });
  }
  return { folder: (id) => folders.get(id), group: (id) => groups.get(id) };
}

async function announced(
  ctx: Ctx,
  channels: readonly Channel[],
  actorId: UserId,
  scope: Scope,
): Promise<Notice[]> {
  const open = channels.filter(({ inviteOnly }) => !inviteOnly);
  const actor = await scope.users.get(actorId);
  if (!actor || open.length === 0) return [];
  const { new_stream_announcements_stream_id: placeId } = await scope.settings();
  const [place] = placeId > 0 ? await channelsByIdOrKey(ctx.db, [placeId], []) : [];
  if (!place || place.isArchived) return [];
  const texts = await organizationTexts(scope);
  const topic = await topicFor(channelFact(place), texts.channels.announcementsTopic, scope);
  return [{ key: 0, ...inChannel(placeId, topic, announcement(open, actor, texts)) }];
}

/** Returns the topic for a notice. In a channel that allows only the empty topic, it returns the empty topic. */
async function topicFor(channel: Channel, topic: string, scope: Scope): Promise<string> {
  const { topics_policy } = await scope.settings();
  const policy: string = channel.topicsPolicy === 'inherit' ? topics_policy : channel.topicsPolicy;
  return policy === 'empty_topic_only' ? '' : topic;
}

async function noticesOfSubscriptions(
  ctx: Ctx,
  actorId: UserId,
  due: readonly SubscriptionNotice[],
  scope: Scope,
): Promise<Notice[]> {
  const actor = await scope.users.get(actorId);
  if (!actor) return [];
  const notices: Notice[] = [];
  for (const { userIds, channelIds } of due) {
    const channels = await channelsInOrder(ctx, channelIds);
    if (channels.length === 0) continue;
    const people = await scope.users.many(userIds);
    const settings = await scope.writingSettings(userIds);
    for (const { userId, isActive, isBot } of people.values()) {
      if (!isActive || isBot || userId === actorId) continue;
      const texts = textsIn(settings.get(userId)?.language);
      notices.push(toPerson(userId, subscribedNotice(channels, actor, texts)));
    }
  }
  return notices;
}

async function channelsInOrder(ctx: Ctx, channelIds: readonly ChannelId[]): Promise<Channel[]> {
  const rows = await channelsByIdOrKey(ctx.db, channelIds, []);
  const order = new Map(channelIds.map((id, index) => [id, index]));
  return rows.sort((a, b) => (order.get(a.channelId) ?? 0) - (order.get(b.channelId) ?? 0)).map(channelFact);
}

const toPerson = (userId: UserId, content: string): Notice => ({
  key: `to ${userId}`,
  recipient: { $case: 'direct', direct: { userIds: [userId], emails: [] } },
  content,
});

const inChannel = (channelId: ChannelId, topic: string, content: string): Omit<Notice, 'key'> => ({
  recipient: {
    $case: 'channel',
    channel: { channel: { $case: 'channelId', channelId }, topic },
  },
  content,
});
