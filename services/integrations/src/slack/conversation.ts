import { errors } from '@parley/core';
import type { Channel, Scope } from '@parley/facts';
import type { NarrowTerm } from '@parley/proto/messaging/v1/narrow';
import type { ChannelId, MessageId } from '@parley/rules';
import { type InstalledApp, isApprovedFor } from '../apps/installed-app.ts';
import { placeOf } from '../apps/presses/containers.ts';
import { fitTopic } from '../domain/fit.ts';
import type { Place } from '../domain/place.ts';
import { conversationOf, messageIdOf } from '../domain/slack/slack-ids.ts';
import { type ReadMessage, readMessage } from '../facts/read-message.ts';
import { requiredText, type SlackCall, SlackError, textOf } from './method.ts';

/**
 * Returns the place that the arguments of a call name: `channel` by its ID, or by its name after `#`, and the topic of `topic` or `thread_ts`,
 * or else the one that the ID of the channel names, or else the name of the app.
 * @throws SlackError when there is no such conversation, or the app is not approved there
 */
export async function placeOfCall({ ctx, app, args, scope }: SlackCall): Promise<Place> {
  const given = textOf(args, 'channel');
  const ref = conversationOf(given);
  if (ref?.kind === 'direct') return { kind: 'direct', userIds: [...new Set([...ref.userIds, app.botId])] };
  const channel = ref
    ? await knownChannel(app, ref.channelId, scope)
    : await channelByName(app, given.replace(/^#/, ''), scope);
  const ofThread = messageIdOf(textOf(args, 'thread_ts')) ?? ref?.messageId ?? 0;
  const topic = textOf(args, 'topic');
  const inThread =
    topic === '' && ofThread !== 0 ? await topicOfMessage({ ctx, scope }, ofThread, channel) : undefined;
  const ofChannel = topic === '' && ref?.topic !== undefined ? fitTopic(ref.topic, '') : undefined;
  return {
    kind: 'channel',
    channelId: channel.channelId,
    topic: inThread ?? ofChannel ?? fitTopic(topic, app.manifest.name),
    name: channel.name,
  };
}

/** Returns the topic of a message that is in a channel; undefined when it is not there. */
export async function topicOfMessage(
  { ctx, scope }: Pick<SlackCall, 'ctx' | 'scope'>,
  messageId: MessageId,
  { channelId }: Pick<Channel, 'channelId'>,
): Promise<string | undefined> {
  const read = await readMessage(ctx, messageId, scope.call);
  const place = read && placeOf(read.message);
  return place?.kind === 'channel' && place.channelId === channelId ? place.topic : undefined;
}

/**
 * Returns the message of the app that the argument `ts` of a call names.
 * @param foreignWord the refusal for a message of somebody else
 * @throws SlackError when there is none, or the app is not approved there any more
 */
export async function ownMessage(
  { ctx, app, args, scope }: SlackCall,
  foreignWord: string,
): Promise<ReadMessage> {
  const messageId = messageIdOf(requiredText(args, 'ts'));
  const read = messageId === undefined ? undefined : await readMessage(ctx, messageId, scope.call);
  if (!read) throw new SlackError('message_not_found');
  if (read.message.sender_id !== app.botId) throw new SlackError(foreignWord);
  if (!isApprovedFor(app, placeOf(read.message))) throw new SlackError('not_in_channel');
  return read.message;
}

/** Returns a condition on messages, as lists of messages take it. */
export const narrowTerm = (operator: string, operand: NarrowTerm['operand']): NarrowTerm => ({
  operator,
  negated: false,
  operand,
});

/** Returns a channel in which the app is approved. @throws SlackError when there is none, or the bot may not know of it */
export async function knownChannel(app: InstalledApp, channelId: ChannelId, scope: Scope): Promise<Channel> {
  return await scope.confirmed(async (facts) => {
    const channel = await facts.channels.get(channelId);
    const isSubscribed = (await facts.subscriptions(app.botId)).get(channelId)?.isSubscribed ?? false;
    if (!channel || (channel.inviteOnly && !isSubscribed))
      throw errors.streamDoesNotExist({ stream_id: channelId });
    const place = { kind: 'channel' as const, channelId, topic: '', name: channel.name };
    if (!isApprovedFor(app, place)) throw new SlackError('not_in_channel');
    return channel;
  });
}

async function channelByName(app: InstalledApp, name: string, scope: Scope): Promise<Channel> {
  const found = name === '' ? undefined : await scope.channels.byName(name);
  if (!found) throw new SlackError('channel_not_found');
  return await knownChannel(app, found.channelId, scope);
}
