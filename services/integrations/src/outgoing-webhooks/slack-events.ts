import type { Channel, User } from '@parley/facts';
import type { UserId } from '@parley/rules';
import type { AppEvent } from '../domain/apps/app-events.ts';
import { mrkdwnOf } from '../domain/references.ts';
import { appRef, channelRef, directRef, stampOf, teamId, userRef } from '../domain/slack/slack-ids.ts';
import type { ReadMessage } from '../facts/read-message.ts';

type Envelope = { appId: number; botId: UserId; deliveryId: number; createdAt: number };

/** Returns the request of Slack's Events API for an event. */
export const slackEnvelope = ({ appId, botId, deliveryId, createdAt }: Envelope, event: object) => ({
  token: '',
  team_id: teamId,
  api_app_id: appRef(appId),
  type: 'event_callback',
  event,
  // The same for all attempts of a delivery, so that programs recognize a repeated one.
  event_id: `Ev${deliveryId}`,
  event_time: createdAt,
  authorizations: [
    {
      enterprise_id: null,
      team_id: teamId,
      user_id: userRef(botId),
      is_bot: true,
      is_enterprise_install: false,
    },
  ],
  is_ext_shared_channel: false,
});

/**
 * Returns an event about a message. In a channel, its `channel` also names the message, so that an answer goes to the topic of the message.
 */
export function slackMessageEvent(
  type: 'app_mention' | 'message',
  { message, rawContent }: { message: ReadMessage; rawContent: string },
  botId: UserId,
): object {
  const ts = stampOf(message.timestamp, message.id);
  const { stream_id: channelId, display_recipient: people } = message;
  const others = typeof people === 'string' ? [] : people.map(({ id }) => id).filter((id) => id !== botId);
  return {
    type,
    user: userRef(message.sender_id),
    text: mrkdwnOf(withIds(rawContent, message.content)),
    ts,
    event_ts: ts,
    team: teamId,
    ...(channelId === undefined
      ? { channel: directRef(others), channel_type: others.length > 1 ? 'mpim' : 'im' }
      : { channel: channelRef(channelId, message.id), channel_type: 'channel', topic: message.subject }),
  };
}

/** Returns Markdown in which mentions without an ID have the one that the renderer found. */
function withIds(content: string, html: string): string {
  const ids = new Map(
    [...html.matchAll(/data-user-id="(\d{1,15})"[^>]*>@?([^<]{1,200})</g)].map(([, id, name]) => [name, id]),
  );
  return content.replaceAll(/@(_?)\*\*([^*|\n]{1,200})\*\*/g, (whole, silent: string, name: string) => {
    const id = ids.get(name.replaceAll('&', '&amp;'));
    return id === undefined ? whole : `@${silent}**${name}|${id}**`;
  });
}

/** Returns an event beyond messages. */
export function slackOtherEvent(
  { kind, userId = 0, messageId = 0, emoji = '' }: AppEvent,
  {
    channel,
    user,
    message,
    at,
  }: {
    channel?: Channel | undefined;
    user?: User | undefined;
    message?: ReadMessage | undefined;
    at: number;
  },
): object {
  const event_ts = `${at}.000000`;
  const shownChannel = channel && {
    id: channelRef(channel.channelId),
    name: channel.name,
    created: channel.createdAt,
    creator: userRef(channel.creatorId),
  };
  switch (kind) {
    case 'reaction_added':
    case 'reaction_removed':
      return {
        type: kind,
        user: userRef(userId),
        reaction: emoji,
        item_user: message && userRef(message.sender_id),
        item: {
          type: 'message',
          channel: channel ? channelRef(channel.channelId, messageId) : undefined,
          ts: message && stampOf(message.timestamp, message.id),
        },
        event_ts,
      };
    case 'channel_created':
      return { type: kind, channel: shownChannel, event_ts };
    case 'channel_changed':
      return { type: 'channel_rename', channel: shownChannel, event_ts };
    case 'channel_archived':
      return { type: 'channel_archive', channel: shownChannel?.id, event_ts };
    case 'member_joined_channel':
    case 'member_left_channel':
      return {
        type: kind,
        user: userRef(userId),
        channel: shownChannel?.id,
        channel_type: 'C',
        team: teamId,
        event_ts,
      };
    case 'user_change':
    case 'team_join':
      return { type: kind, user: user && presentUser(user), event_ts };
  }
}

const presentUser = (user: User) => ({
  id: userRef(user.userId),
  team_id: teamId,
  name: user.fullName,
  real_name: user.fullName,
  deleted: !user.isActive,
  is_bot: user.isBot,
});
