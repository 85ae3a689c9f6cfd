import type { Queryable } from '@parley/db';
import type { Channel, Scope, User } from '@parley/directory';
import { roles } from '@parley/rules';
import type { ChannelReader } from '../audience/channel-audience.ts';
import { personalFlagsOf } from '../db/edits.ts';
import { flagBits, flagNames } from '../domain/flags.ts';
import { periodsInclude } from '../domain/visibility.ts';

/** The flags of one person on a message. */
export type UserFlags = { userId: number; flags: readonly string[] };

/** The fields of a changed message that its flags depend on. */
export type FlagFacts = {
  id: number;
  senderId: number;
  readBySender: boolean;
  mentionsChannel: boolean;
  mentionsTopic: boolean;
  topicParticipantIds: readonly number[];
};

/**
 * The recipients of a change: people, or a channel. After a move, `before` is the former channel, whose subscribers may
 * be able to read the new one.
 */
export type FlagRecipients =
  | {
      channel: Channel;
      readers: readonly ChannelReader[] | undefined;
      before?: Channel | undefined;
      /** Mentioned bots that receive the change without a subscription. */
      botIds: readonly number[];
    }
  | { members: readonly number[] };

/** The flags on a message: of people with individual flags (`own`), and of all other recipients (`common`). */
export type MessageFlags = { own: readonly UserFlags[]; common: readonly string[] };

/**
 * Finds, for each message, the recipients with individual flags, and the flags of all other recipients. The flag `read`
 * is left out, because it would need a lookup per recipient.
 */
export async function findMessageFlags(
  db: Queryable,
  messages: readonly FlagFacts[],
  place: FlagRecipients,
  scope: Scope,
): Promise<Map<number, MessageFlags>> {
  const ids = messages.map(({ id }) => id);
  const personal = Map.groupBy(await personalFlagsOf(db, ids), ({ messageId }) => messageId);
  const flags = new Map<number, MessageFlags>();
  for (const message of messages) {
    const bits = new Map(personal.get(message.id)?.map((row) => [row.userId, row.flags]));
    const own = await findUserFlags(message, bits, place, scope);
    flags.set(message.id, { own, common: commonFlags(message) });
  }
  return flags;
}

async function findUserFlags(
  message: FlagFacts,
  personal: ReadonlyMap<number, number>,
  place: FlagRecipients,
  scope: Scope,
): Promise<UserFlags[]> {
  const participants = new Set(message.mentionsTopic ? message.topicParticipantIds : []);
  const ids = [...new Set([...personal.keys(), ...participants, message.senderId])].sort((a, b) => a - b);
  const receives = await Promise.all(ids.map((userId) => receivesMessage(userId, message.id, place, scope)));
  return ids
    .filter((_, at) => receives[at])
    .map((userId) => ({ userId, bits: personal.get(userId) ?? 0 }))
    .map(({ userId, bits }) => ({
      userId,
      flags: flagNames({
        isRead: userId === message.senderId && message.readBySender && !(bits & flagBits.markedUnread),
        isInHistory: true,
        personal: bits,
        mentionsChannel: message.mentionsChannel,
        mentionsTopicOfReader: participants.has(userId),
      }),
    }))
    .filter(({ flags }) => flags.join() !== commonFlags(message).join());
}

/** Returns the flags of recipients who have no individual flags. */
const commonFlags = ({ mentionsChannel }: Pick<FlagFacts, 'mentionsChannel'>): string[] =>
  mentionsChannel ? ['stream_wildcard_mentioned', 'wildcard_mentioned'] : [];

/**
 * Returns whether a person may read the channel without a subscription: members may read a public channel, guests a
 * web-public one.
 */
const mayReadUnsubscribed = ({ inviteOnly, isWebPublic }: Channel, { role }: User): boolean =>
  !inviteOnly && (isWebPublic || role < roles.guest);

async function receivesMessage(
  userId: number,
  messageId: number,
  place: FlagRecipients,
  scope: Scope,
): Promise<boolean> {
  if ('members' in place) return place.members.includes(userId);
  if (place.botIds.includes(userId)) return true;
  if (place.readers) {
    return place.readers.some(
      (reader) => reader.userId === userId && periodsInclude(reader.periods, messageId),
    );
  }
  const histories = await scope.subscriptions(userId);
  if (histories.get(place.channel.channelId)?.isSubscribed) return true;
  if (!place.before || !histories.get(place.before.channelId)?.isSubscribed) return false;
  const user = await scope.users.get(userId);
  return user !== undefined && mayReadUnsubscribed(place.channel, user);
}
