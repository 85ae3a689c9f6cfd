import { errors, ParleyError } from '@parley/core';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import { type ChannelFacts, type ChannelRight, maySeeMetadata, maySend } from '@parley/rules';

/** What decides whether the sender may write to a channel. For a bot, its owner is a second writer. */
export type PostingFacts = {
  channel: Channel;
  /** The channel as the request names it, for the error. */
  requested: { stream: string } | { stream_id: number };
  writers: readonly WriterFacts[];
};

export type WriterFacts = {
  user: Pick<User, 'role' | 'isActive'>;
  isSubscribed: boolean;
  /** Has the permission `can_send_message_group`. */
  maySend: boolean;
  /** Has the permission `can_create_topic_group`, or the topic exists. */
  mayUseTopic: boolean;
  /** A permission of a private channel lets them know that it exists; looked up only where it decides. */
  holdsMetadata?: boolean;
  /** A permission of a private channel lets them read it without being subscribed. */
  holdsContent?: boolean;
};

/**
 * Decides a message to a channel.
 * @throws STREAM_DOES_NOT_EXIST when the sender may not know that it exists, BAD_REQUEST when they may not write
 */
export function decidePosting({ channel, requested, writers }: PostingFacts): void {
  if (!writers.some((writer) => mayKnow(channel, writer))) throw errors.streamDoesNotExist(requested);
  const refusals = writers.map((writer) => refusal(channel, writer));
  if (refusals.every((reason) => reason !== undefined)) throw errors.badRequest(refusals[0]!);
}

/** Returns whether the writer may know that the channel exists. */
export function mayKnow(
  channel: Channel,
  writer: Pick<WriterFacts, 'user' | 'isSubscribed' | 'holdsMetadata'>,
): boolean {
  return maySeeMetadata(writer.user, channelFacts(channel), {
    isSubscribed: writer.isSubscribed,
    holds: () => writer.holdsMetadata ?? false,
  });
}

const channelFacts = ({ inviteOnly, isWebPublic, isArchived }: Channel): ChannelFacts => ({
  isPrivate: inviteOnly,
  isWebPublic,
  isArchived,
});

function refusal(channel: Channel, writer: WriterFacts): string | undefined {
  const notAuthorized = `Not authorized to send to channel '${channel.name}'`;
  if (channel.isArchived || !writer.user.isActive) return notAuthorized;
  const asSender = {
    isSubscribed: writer.isSubscribed,
    // `can_send_message_group` is checked below, with an error of its own.
    holds: (right: ChannelRight) => right === 'can_send_message_group' || (writer.holdsContent ?? false),
  };
  if (!maySend(writer.user, channelFacts(channel), asSender)) return notAuthorized;
  if (!writer.maySend) return 'You do not have permission to post in this channel.';
  if (!writer.mayUseTopic) return 'You do not have permission to create new topics in this channel.';
  return undefined;
}

/** What decides whether the sender may write to a set of people. */
export type DirectFacts = {
  sender: User;
  /** Everyone else in the conversation. */
  others: readonly User[];
  /** At least one member of the conversation has the permission `direct_message_permission_group`. */
  someMemberMayWriteDirectly: boolean;
  /** The sender has the permission `direct_message_initiator_group`, or the conversation has messages. */
  mayStartConversation: boolean;
};

/** Decides a direct message. @throws BAD_REQUEST */
export function decideDirect({
  sender,
  others,
  someMemberMayWriteDirectly,
  mayStartConversation,
}: DirectFacts): void {
  const deactivated = others.find((user) => !user.isActive);
  if (deactivated) throw errors.badRequest(`'${deactivated.email}' is no longer using this organization.`);
  // Messages to bots and to oneself need no permission.
  if (others.every((user) => user.isBot || user.userId === sender.userId)) return;
  if (!someMemberMayWriteDirectly)
    throw errors.badRequest('Direct messages are disabled in this organization.');
  if (!mayStartConversation)
    throw errors.badRequest('You do not have permission to initiate direct message conversations.');
}

/** Wildcard mentions that reach more people need `can_mention_many_users_group`. */
export const manyPeople = 15;

export type WildcardFacts = { mentionsChannel: boolean; mentionsTopic: boolean; mayMentionMany: boolean };

/** Decides wildcard mentions that reach many people. @throws when the sender has no permission */
export function decideWildcards(facts: WildcardFacts): void {
  if (facts.mayMentionMany) return;
  if (facts.mentionsChannel) {
    throw new ParleyError(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use channel wildcard mentions in this channel.',
    );
  }
  if (facts.mentionsTopic) {
    throw new ParleyError(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    );
  }
}
