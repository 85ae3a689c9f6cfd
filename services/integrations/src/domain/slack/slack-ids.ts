/**
 * IDs in Slack's form, which programs that know only these expect. `U12` is a person or bot, `C5` a channel, `C5M90` a channel and the topic of
 * message 90 there, so that an answer to an event goes to its topic, `C5T646231` a channel and a topic by its name in hexadecimal UTF-8, `D12` the direct conversation of a bot with a person, `G1X2X3` one with several
 * people. The time stamp of a message, which identifies it there, has the ID of the message after the point.
 */

import type { ChannelId, MessageId, UserId } from '@parley/rules';

/** The only team. */
export const teamId = 'T0000000001';

/** Returns the ID of a person or bot. */
export const userRef = (userId: UserId): string => `U${userId}`;
export const appRef = (appId: number): string => `A${appId}`;

/** Returns the ID of an account; undefined for what is none. Bots are also named by `B`. */
export function userIdOf(text: string): UserId | undefined {
  const digits = /^[UWB](\d{1,15})$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A conversation that an ID names. `messageId` is of a message whose topic counts, 0 for none; `topic` is one that the ID has itself. */
export type ConversationRef =
  | { kind: 'channel'; channelId: ChannelId; messageId: MessageId; topic?: string }
  | { kind: 'direct'; userIds: UserId[] };

/** Returns the conversation that an ID names; undefined for what is no ID. A person is the direct conversation with them. */
export function conversationOf(text: string): ConversationRef | undefined {
  const channel = /^C(\d{1,15})(?:M(\d{1,15})|T((?:[\dA-F]{2}){0,1000}))?$/.exec(text.trim());
  if (channel) {
    const [, channelId, messageId = '0', topic] = channel;
    return {
      kind: 'channel',
      channelId: Number(channelId),
      messageId: Number(messageId),
      ...(topic !== undefined && { topic: Buffer.from(topic, 'hex').toString() }),
    };
  }
  const people = /^[DUWG](\d{1,15}(?:X\d{1,15}){0,99})$/.exec(text.trim())?.[1];
  return people === undefined ? undefined : { kind: 'direct', userIds: people.split('X').map(Number) };
}

/** Returns the ID of a channel, and of the topic of a message in it. */
export const channelRef = (channelId: ChannelId, messageId = 0): string =>
  messageId === 0 ? `C${channelId}` : `C${channelId}M${messageId}`;

/** Returns the ID of a channel and of a topic in it, which need not have a message yet. Like all IDs in this form, it has capitals and digits only. */
export const topicRef = (channelId: ChannelId, topic: string): string =>
  `C${channelId}T${Buffer.from(topic).toString('hex').toUpperCase()}`;

/** Returns the ID of a direct conversation of a bot. @param others the members without the bot */
export function directRef(others: readonly UserId[]): string {
  const [only = 0] = others;
  return others.length <= 1 ? `D${only}` : `G${[...others].sort((one, other) => one - other).join('X')}`;
}

export const stampOf = (sentAt: number, messageId: MessageId): string =>
  `${sentAt}.${String(messageId).padStart(6, '0')}`;

/** Returns the ID of the message with a time stamp; undefined for what is none. */
export function messageIdOf(stamp: string): MessageId | undefined {
  const digits = /^\d{1,12}\.(\d{6,15})$/.exec(stamp.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
