/**
 * What the notification bot tells: changes of a channel in the channel itself, new channels where the
 * organization wants them announced, and people whom somebody else subscribed. It follows this service's own
 * events; a notice has a key made from its event, so that it is sent once however often the event comes.
 */
import { createHash } from 'node:crypto';
import { ParleyError } from '@parley/core';
import type { User } from '@parley/directory';
import type { FollowedEvent } from '@parley/event-log';
import type { Channel, ChannelChanged, SubscriptionsAdded } from '@parley/proto/events/v1/facts';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import { backgroundCall, type Call, type RpcClient } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { channelsByIdOrKey } from '../db/channels.ts';
import { allFolders } from '../db/folders.ts';
import {
  type Actor,
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

type Notice = Pick<SendMessageRequest, 'recipient' | 'content'>;

/** Applies one event of the log; may come again. */
export async function sendNotices(
  ctx: Ctx,
  messaging: Sender,
  followed: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  const { fact } = followed;
  const call = backgroundCall({ signal });
  const notices =
    fact?.$case === 'channelChanged'
      ? await noticesOfChange(ctx, fact.channelChanged, call)
      : fact?.$case === 'subscriptionsAdded' && fact.subscriptionsAdded.notify
        ? await noticesOfSubscription(ctx, fact.subscriptionsAdded, call)
        : [];
  if (notices.length === 0) return;
  const bot = await ctx.directory.users.byEmail(
    `${notificationBot}@${new URL(ctx.publicUrl).hostname}`,
    call,
  );
  if (!bot) return;
  const atOnce = fact?.$case === 'subscriptionsAdded' ? maxSending : 1;
  for (let start = 0; start < notices.length; start += atOnce) {
    await Promise.all(
      notices
        .slice(start, start + atOnce)
        .map((notice, index) => send(ctx, messaging, bot, notice, keyOf(followed, start + index), signal)),
    );
  }
}

async function send(
  ctx: Ctx,
  messaging: Sender,
  bot: User,
  notice: Notice,
  sendKey: string,
  signal: AbortSignal,
): Promise<void> {
  const call = backgroundCall({ signal, principal: { userId: bot.userId } });
  try {
    await messaging.sendMessage(SendMessageRequest.create({ ...notice, sendKey }), call, {
      idempotent: true,
    });
  } catch (error) {
    // What is refused today will be refused tomorrow: somebody was deactivated meanwhile, for instance.
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    ctx.logger.info({ code: error.code }, 'a notice was refused');
  }
}

/** A UUID that is the same whenever the event comes. */
function keyOf({ transactionId, id }: FollowedEvent, index: number): string {
  const hex = createHash('sha256').update(`channel notice ${transactionId} ${id} ${index}`).digest('hex');
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
  { channel, previous, actorId, announce }: ChannelChanged,
  call: Call,
): Promise<Notice[]> {
  if (!channel || actorId === 0) return [];
  const actor = await ctx.directory.users.get(actorId, call);
  if (!actor) return [];
  if (!previous) return announce && !channel.inviteOnly ? announced(ctx, channel, actor, call) : [];
  if (channel.isArchived) return [];
  const folders =
    previous.folderId === channel.folderId
      ? new Map<number, string>()
      : new Map((await allFolders(ctx.db)).map((folder) => [folder.id, folder.name]));
  const texts = changeNotices(previous, channel, actor, (id) => folders.get(id));
  const topic = await topicFor(ctx, channel, changesTopic, call);
  return texts.map((content) => inChannel(channel.channelId, topic, content));
}

async function announced(ctx: Ctx, channel: Channel, actor: Actor, call: Call): Promise<Notice[]> {
  const { newStreamAnnouncementsChannelId: placeId } = await ctx.directory.organization.settings(call);
  const [place] = placeId > 0 ? await channelsByIdOrKey(ctx.db, [placeId], []) : [];
  if (!place || place.isArchived) return [];
  const topic = await topicFor(ctx, channelFact(place), announcementsTopic, call);
  return [inChannel(placeId, topic, announcement(channel, actor))];
}

/** The empty topic where there is no other. */
async function topicFor(ctx: Ctx, channel: Channel, topic: string, call: Call): Promise<string> {
  const { topicsPolicy } = await ctx.directory.organization.settings(call);
  const policy = channel.topicsPolicy === 'inherit' ? (topicsPolicy as string) : channel.topicsPolicy;
  return policy === 'empty_topic_only' ? '' : topic;
}

async function noticesOfSubscription(
  ctx: Ctx,
  { userIds, channelIds, actorId }: SubscriptionsAdded,
  call: Call,
): Promise<Notice[]> {
  const actor = await ctx.directory.users.get(actorId, call);
  const channels = await channelsByIdOrKey(ctx.db, channelIds, []);
  if (!actor) return [];
  const people = await ctx.directory.users.many(userIds, call);
  const told = [...people.values()].filter((user) => user.isActive && !user.isBot && user.userId !== actorId);
  return channels.flatMap((channel) =>
    told.map(({ userId }) => ({
      recipient: { $case: 'direct' as const, direct: { userIds: [userId], emails: [] } },
      content: subscribedNotice(channelFact(channel), actor),
    })),
  );
}

const inChannel = (channelId: number, topic: string, content: string): Notice => ({
  recipient: {
    $case: 'channel',
    channel: { channel: { $case: 'channelId', channelId }, topic },
  },
  content,
});
