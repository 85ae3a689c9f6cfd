/** Reads data that visitors without an account may see: web-public channels, if the organization permits that. */
import type { ChannelId, MessageId, Narrow } from '@parley/client';
import { client } from '../model/session/page-session.ts';
import type { ReadOnlyMessage } from '../read-only/messages.tsx';

export type PublicChannel = {
  readonly id: number;
  readonly name: string;
  /** Description as HTML that the server rendered. */
  readonly descriptionHtml: string;
};

export type PublicMessage = ReadOnlyMessage & { readonly topic: string };

export type PublicPage = {
  readonly messages: readonly PublicMessage[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
};

const pageSize = 50;
/** Maximum number of newer messages to count. When it is reached, the page says that there may be more. */
export const maxCounted = 100;

/**
 * Returns the web-public channels, sorted by name.
 * @throws the errors of `Client.call`
 */
export async function readPublicChannels(): Promise<readonly PublicChannel[]> {
  const { streams = [] } = await client.call('register-queue', {
    fetch_event_types: ['stream'],
    client_capabilities: {},
  });
  return streams
    .filter((channel) => channel.is_web_public)
    .map(({ stream_id: id, name, rendered_description }) => ({
      id,
      name,
      descriptionHtml: rendered_description,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

const narrowOf = (channelId: ChannelId, topic: string | undefined): Narrow =>
  [
    { operator: 'channels', operand: 'web-public' },
    { operator: 'channel', operand: channelId },
    ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
  ] as Narrow;

/**
 * Returns the channel and topic in which a message is now; undefined if it was deleted or is not public.
 * @throws the errors of `Client.call`
 */
export async function placeOfPublicMessage(
  messageId: MessageId,
): Promise<{ channelId: ChannelId; topic: string } | undefined> {
  const { messages } = await client.call('get-messages', {
    anchor: String(messageId),
    num_before: 0,
    num_after: 0,
    narrow: [
      { operator: 'channels', operand: 'web-public' },
      { operator: 'id', operand: messageId },
    ],
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  const [message] = messages;
  return message?.stream_id === undefined
    ? undefined
    : { channelId: message.stream_id, topic: message.subject };
}

/**
 * Returns how many messages of a channel or topic are newer than a message, at most `maxCounted`.
 * @throws the errors of `Client.call`
 */
export async function countNewer(
  channelId: ChannelId,
  topic: string | undefined,
  messageId: MessageId,
): Promise<number> {
  const { messages } = await client.call(
    'get-messages',
    {
      anchor: String(messageId),
      num_before: 0,
      num_after: maxCounted,
      include_anchor: false,
      narrow: narrowOf(channelId, topic),
      apply_markdown: false,
      allow_empty_topic_name: true,
    },
    { attempts: 1 },
  );
  return messages.length;
}

/**
 * Returns messages of a channel or topic: those around message `near`, those before message `before`, or else the newest ones.
 * @throws the errors of `Client.call`
 */
export async function readPublicMessages(
  channelId: ChannelId,
  topic: string | undefined,
  where: { readonly near?: number; readonly before?: number } = {},
): Promise<PublicPage> {
  const { near, before } = where;
  const answer = await client.call('get-messages', {
    anchor: String(before ?? near ?? 'newest'),
    num_before: pageSize,
    num_after: near === undefined ? 0 : pageSize,
    include_anchor: before === undefined,
    narrow: narrowOf(channelId, topic),
    apply_markdown: true,
    client_gravatar: false,
    allow_empty_topic_name: true,
  });
  return {
    messages: answer.messages.map((message) => ({
      id: message.id,
      senderId: message.sender_id,
      senderName: message.sender_full_name,
      avatarUrl: message.avatar_url,
      html: message.content,
      timestamp: message.timestamp,
      topic: message.subject,
    })),
    hasOlder: !answer.found_oldest,
    hasNewer: near !== undefined && !answer.found_newest,
  };
}
