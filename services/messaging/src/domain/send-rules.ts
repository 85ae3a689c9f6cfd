import { type ErrorMessage, errors, errorText, ParleyError } from '@parley/core';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import { type ChannelFacts, type ChannelRight, maySeeMetadata, maySend } from '@parley/rules';

/** The facts that decide whether the sender may write to a channel. The owner of a bot is a second writer. */
export type PostingFacts = {
  channel: Channel;
  /** The channel as the request names it. The error repeats it. */
  requested: { stream: string } | { stream_id: number };
  writers: readonly WriterFacts[];
};

export type WriterFacts = {
  user: Pick<User, 'role' | 'isActive'>;
  isSubscribed: boolean;
  /** The writer has the permission `can_send_message_group`. */
  maySend: boolean;
  /** The writer has the permission `can_create_topic_group`, or the topic exists. */
  mayUseTopic: boolean;
  /** A permission of a private channel lets the writer know that it exists. Looked up only when it matters. */
  holdsMetadata?: boolean;
  /** A permission of a private channel lets the writer read it without a subscription. */
  holdsContent?: boolean;
};

/**
 * Decides whether a message to a channel may be sent.
 * @throws STREAM_DOES_NOT_EXIST when the sender may not know that the channel exists, BAD_REQUEST when they may not
 *   write there
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

function refusal(channel: Channel, writer: WriterFacts): ErrorMessage | undefined {
  const notAuthorized = errorText("Not authorized to send to channel '{name}'", { name: channel.name });
  if (channel.isArchived || !writer.user.isActive) return notAuthorized;
  const asSender = {
    isSubscribed: writer.isSubscribed,
    // `can_send_message_group` is checked below, because it has its own error.
    holds: (right: ChannelRight) => right === 'can_send_message_group' || (writer.holdsContent ?? false),
  };
  if (!maySend(writer.user, channelFacts(channel), asSender)) return notAuthorized;
  if (!writer.maySend) return 'You do not have permission to post in this channel.';
  if (!writer.mayUseTopic) return 'You do not have permission to create new topics in this channel.';
  return undefined;
}

/** The facts that decide whether the sender may write to a set of people. */
export type DirectFacts = {
  sender: User;
  /** All members of the conversation except the sender. */
  others: readonly User[];
  /** At least one member of the conversation has the permission `direct_message_permission_group`. */
  someMemberMayWriteDirectly: boolean;
  /** The sender has the permission `direct_message_initiator_group`, or the conversation has messages. */
  mayStartConversation: boolean;
};

/** Decides whether a direct message may be sent. @throws BAD_REQUEST */
export function decideDirect({
  sender,
  others,
  someMemberMayWriteDirectly,
  mayStartConversation,
}: DirectFacts): void {
  const deactivated = others.find((user) => !user.isActive);
  if (deactivated)
    throw errors.badRequest(
      errorText("'{email}' is no longer using this organization.", { email: deactivated.email }),
    );
  // Messages to bots and to oneself require no permission.
  if (others.every((user) => user.isBot || user.userId === sender.userId)) return;
  if (!someMemberMayWriteDirectly)
    throw errors.badRequest('Direct messages are disabled in this organization.');
  if (!mayStartConversation)
    throw errors.badRequest('You do not have permission to initiate direct message conversations.');
}

/** Wildcard mentions that reach more people than this require `can_mention_many_users_group`. */
export const manyPeople = 15;

export type WildcardFacts = { mentionsChannel: boolean; mentionsTopic: boolean; mayMentionMany: boolean };

/**
 * Decides whether a message may contain wildcard mentions that reach many people.
 * @throws when the sender lacks the permission
 */
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
