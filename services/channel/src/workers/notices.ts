/**
 * What the notification bot tells: changes of a channel in the channel itself, new channels where the
 * organization wants them announced, and people whom somebody else subscribed. It follows this service's own
 * events; a notice has a key made from its event, so that it is sent once however often the event comes.
 */
import { createHash } from 'node:crypto';
import { ParleyError, partsOf } from '@parley/core';
import type { User } from '@parley/directory';
import type { FactValue, FollowedEvent } from '@parley/event-log';
import type { Channel, ChannelChanged, SubscriptionNotice } from '@parley/proto/events/v1/facts';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import { backgroundCall, type Call, type RpcClient } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { channelsByIdOrKey } from '../db/channels.ts';
import { allFolders } from '../db/folders.ts';
import {
  announcement,
  announcementsTopic,
  changeNotices,
  changesTopic,
  subscribedNotice,
} from '../domain/notices.ts';
import { channelFact } from '../view/channel-json.ts';

export type Sender = Pick<RpcClient<typeof MessagingServiceService>, 'sendMessage'>;

const notificationBot = 'notification-bot';
/** Direct messages of one event under way at once; notices in a channel keep their order. */
const maxSending = 8;

/** `key` tells it from others of its event. */
type Notice = Pick<SendMessageRequest, 'recipient' | 'content'> & { key: string | number };

/** Applies one event of the log; may come again. */
export async function sendNotices(
  ctx: Ctx,
  messaging: Sender,
  followed: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  const notices = await noticesOf(ctx, followed.fact, backgroundCall({ signal }));
  if (notices.length === 0) return;
  const bot = await ctx.directory.users.byEmail(
    `${notificationBot}@${new URL(ctx.publicUrl).hostname}`,
    backgroundCall({ signal }),
  );
  if (!bot) return;
  const atOnce = followed.factKind === 'channelChanged' ? 1 : maxSending;
  for (const part of partsOf(notices, atOnce)) {
    await Promise.all(part.map((notice) => send(ctx, messaging, bot, notice, followed, signal)));
  }
}

async function noticesOf(ctx: Ctx, fact: FactValue | undefined, call: Call): Promise<Notice[]> {
  switch (fact?.$case) {
    case 'channelChanged':
      return noticesOfChange(ctx, fact.channelChanged, call);
    case 'announcementDue': {
      const { actorId, channelIds } = fact.announcementDue;
      const channels = await channelsInOrder(ctx, channelIds);
      return announced(ctx, channels, actorId, call);
    }
    case 'subscriptionNoticesDue': {
      const { actorId, notices } = fact.subscriptionNoticesDue;
      return noticesOfSubscriptions(ctx, actorId, notices, call);
    }
    case 'subscriptionsAdded': {
      const { actorId, notify, isToldApart, ...joined } = fact.subscriptionsAdded;
      return notify && !isToldApart ? noticesOfSubscriptions(ctx, actorId, [joined], call) : [];
    }
    default:
      return [];
  }
}

async function send(
  ctx: Ctx,
  messaging: Sender,
  bot: User,
  { key, ...notice }: Notice,
  followed: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  const call = backgroundCall({ signal, principal: { userId: bot.userId } });
  try {
    const request = SendMessageRequest.create({ ...notice, sendKey: sendKeyOf(followed, key) });
    await messaging.sendMessage(request, call);
  } catch (error) {
    // What is refused today will be refused tomorrow: somebody was deactivated meanwhile, for instance.
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    ctx.logger.info({ code: error.code }, 'a notice was refused');
  }
}

/** A UUID that is the same whenever the event comes. */
function sendKeyOf({ transactionId, id }: FollowedEvent, key: Notice['key']): string {
  const hex = createHash('sha256').update(`channel notice ${transactionId} ${id} ${key}`).digest('hex');
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `${a}-${b}-4${c}-8${d}-${e}`;
}

async function noticesOfChange(
  ctx: Ctx,
  { channel, previous, actorId, announce, isAnnouncedTogether }: ChannelChanged,
  call: Call,
): Promise<Notice[]> {
  if (!channel || actorId === 0) return [];
  if (!previous) return announce && !isAnnouncedTogether ? announced(ctx, [channel], actorId, call) : [];
  if (channel.isArchived) return [];
  const actor = await ctx.directory.users.get(actorId, call);
  if (!actor) return [];
  const folders =
    previous.folderId === channel.folderId
      ? new Map<number, string>()
      : new Map((await allFolders(ctx.db)).map((folder) => [folder.id, folder.name]));
  const texts = changeNotices(previous, channel, actor, (id) => folders.get(id));
  const topic = await topicFor(ctx, channel, changesTopic, call);
  return texts.map((content, key) => ({ key, ...inChannel(channel.channelId, topic, content) }));
}

async function announced(
  ctx: Ctx,
  channels: readonly Channel[],
  actorId: number,
  call: Call,
): Promise<Notice[]> {
  const open = channels.filter(({ inviteOnly }) => !inviteOnly);
  const actor = await ctx.directory.users.get(actorId, call);
  if (!actor || open.length === 0) return [];
  const { new_stream_announcements_stream_id: placeId } = await ctx.directory.organization.settings(call);
  const [place] = placeId > 0 ? await channelsByIdOrKey(ctx.db, [placeId], []) : [];
  if (!place || place.isArchived) return [];
  const topic = await topicFor(ctx, channelFact(place), announcementsTopic, call);
  return [{ key: 0, ...inChannel(placeId, topic, announcement(open, actor)) }];
}

/** The empty topic where there is no other. */
async function topicFor(ctx: Ctx, channel: Channel, topic: string, call: Call): Promise<string> {
  const { topics_policy: topicsPolicy } = await ctx.directory.organization.settings(call);
  const policy = channel.topicsPolicy === 'inherit' ? (topicsPolicy as string) : channel.topicsPolicy;
  return policy === 'empty_topic_only' ? '' : topic;
}

async function noticesOfSubscriptions(
  ctx: Ctx,
  actorId: number,
  due: readonly SubscriptionNotice[],
  call: Call,
): Promise<Notice[]> {
  const actor = await ctx.directory.users.get(actorId, call);
  if (!actor) return [];
  const notices: Notice[] = [];
  for (const { userIds, channelIds } of due) {
    const channels = await channelsInOrder(ctx, channelIds);
    if (channels.length === 0) continue;
    const content = subscribedNotice(channels, actor);
    const people = await ctx.directory.users.many(userIds, call);
    for (const { userId, isActive, isBot } of people.values()) {
      if (isActive && !isBot && userId !== actorId) notices.push(toPerson(userId, content));
    }
  }
  return notices;
}

/** Channels as they are now, in the order of their IDs here. */
async function channelsInOrder(ctx: Ctx, channelIds: readonly number[]): Promise<Channel[]> {
  const rows = await channelsByIdOrKey(ctx.db, channelIds, []);
  const order = new Map(channelIds.map((id, index) => [id, index]));
  return rows.sort((a, b) => order.get(a.channelId)! - order.get(b.channelId)!).map(channelFact);
}

const toPerson = (userId: number, content: string): Notice => ({
  key: `to ${userId}`,
  recipient: { $case: 'direct', direct: { userIds: [userId], emails: [] } },
  content,
});

const inChannel = (channelId: number, topic: string, content: string): Omit<Notice, 'key'> => ({
  recipient: {
    $case: 'channel',
    channel: { channel: { $case: 'channelId', channelId }, topic },
  },
  content,
});
