import { type ErrorMessage, errors, errorText, firstItem, ParleyError } from '@parley/core';
import type { Channel, User } from '@parley/proto/events/v1/facts';
import { type ChannelFacts, type ChannelId, type ChannelRight, maySeeMetadata, maySend } from '@parley/rules';

/** The facts that decide whether the sender may post to a channel. A bot has two writers: itself and its owner. */
export type PostingFacts = {
  channel: Channel;
  /** The channel in the form of the request. It becomes part of the error. */
  requested: { stream: string } | { stream_id: ChannelId };
  writers: readonly WriterFacts[];
};

export type WriterFacts = {
  user: Pick<User, 'role' | 'isActive'>;
  isSubscribed: boolean;
  maySend: boolean;
  /** Whether the writer has the permission `can_create_topic_group`, or the topic exists. */
  mayUseTopic: boolean;
  /** Whether a permission of a private channel lets the writer know that the channel exists. Undefined counts as false. */
  holdsMetadata?: boolean;
  /** Whether a permission of a private channel lets the writer read it without a subscription. Undefined counts as false. */
  holdsContent?: boolean;
};

/** @throws STREAM_DOES_NOT_EXIST when the sender may not know the channel, BAD_REQUEST when they may not write there */
export function decidePosting({ channel, requested, writers }: PostingFacts): void {
  if (!writers.some((writer) => mayKnow(channel, writer))) throw errors.streamDoesNotExist(requested);
  const refusals = writers.map((writer) => refusal(channel, writer));
  if (refusals.every((reason) => reason !== undefined)) throw errors.badRequest(firstItem(refusals));
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
    // `can_send_message_group` counts as granted here. It is checked separately below, because it has its own error.
    holds: (right: ChannelRight) => right === 'can_send_message_group' || (writer.holdsContent ?? false),
  };
  if (!maySend(writer.user, channelFacts(channel), asSender)) return notAuthorized;
  if (!writer.maySend) return 'You do not have permission to post in this channel.';
  if (!writer.mayUseTopic) return 'You do not have permission to create new topics in this channel.';
  return undefined;
}

export type DirectFacts = {
  sender: User;
  others: readonly User[];
  /** Whether at least one member of the conversation has the permission `direct_message_permission_group`. */
  someMemberMayWriteDirectly: boolean;
  /** Whether the sender has the permission `direct_message_initiator_group`, or the conversation exists already. */
  mayStartConversation: boolean;
};

/** Decides whether a direct message may be sent. @throws BAD_REQUEST when it may not */
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

/** A wildcard mention that reaches more people than this requires the permission `can_mention_many_users_group`. */
export const manyPeople = 15;

export type WildcardFacts = { mentionsChannel: boolean; mentionsTopic: boolean; mayMentionMany: boolean };

/** @throws STREAM_WILDCARD_MENTION_NOT_ALLOWED or TOPIC_WILDCARD_MENTION_NOT_ALLOWED */
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
