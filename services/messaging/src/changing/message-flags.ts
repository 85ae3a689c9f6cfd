import type { Queryable } from '@parley/db';
import type { Channel, Scope, User } from '@parley/facts';
import { type MessageId, roles, type UserId } from '@parley/rules';
import type { ChannelReader } from '../audience/channel-audience.ts';
import { personalFlagsOf } from '../db/changing/edits.ts';
import { findBaseReaders } from '../db/read-state/receipts.ts';
import { flagBits, flagNames } from '../domain/changing/flags.ts';
import { periodsInclude } from '../domain/reading/visibility.ts';

export type UserFlags = { userId: UserId; flags: readonly string[] };

export type FlagFacts = {
  id: number;
  senderId: UserId;
  readBySender: boolean;
  mentionsChannel: boolean;
  mentionsTopic: boolean;
  topicParticipantIds: readonly UserId[];
};

/** `before` is the former channel of a moved message. Its subscribers may be able to read the new channel. */
export type FlagRecipients =
  | {
      channel: Channel;
      readers: readonly ChannelReader[] | undefined;
      /** With their periods; undefined for very large channels, whose read state is not looked up. */
      subscribers: readonly ChannelReader[] | undefined;
      before?: Channel | undefined;
      /** Mentioned bots that receive the change without a subscription. */
      botIds: readonly UserId[];
    }
  | { members: readonly number[] };

export type MessageFlags = { own: readonly UserFlags[]; common: readonly string[] };

const maxWithReadState = 10;
/** With more readers, the event lists those who have read the message or those who have not, whichever are fewer. */
const maxReadersListed = 500;

/**
 * Finds, for each message, the recipients with individual flags, and the flags of all other recipients. The flag `read` is
 * exact for most changes. In changes of very large channels or of many messages, only senders get it, because looking it up for
 * each recipient costs too much (docs/api/events.md#flags-of-a-changed-message).
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
    const knowsReaders = messages.length <= maxWithReadState;
    const readerIds = knowsReaders ? await findReaderIds(db, message, place) : new Set<number>();
    if (message.readBySender) readerIds.add(message.senderId);
    for (const [userId, set] of bits) if (set & flagBits.markedUnread) readerIds.delete(userId);
    flags.set(message.id, await divideByFlags(message, { bits, readerIds }, place, scope));
  }
  return flags;
}

/** Returns the recipients who have read a message. Ignores that some of them marked it unread later. */
async function findReaderIds(db: Queryable, { id }: FlagFacts, place: FlagRecipients): Promise<Set<number>> {
  const subscribers =
    'members' in place ? place.members.map((userId) => ({ userId, periods: [] })) : place.subscribers;
  if (!subscribers) return new Set();
  const { isReadByAll, userIds } = await findBaseReaders(db, id);
  const readers = new Set(userIds);
  // For a subscriber, messages from before the subscription count as read.
  const hasRead = ({ userId, periods }: ChannelReader) =>
    isReadByAll || readers.has(userId) || id <= (periods.at(-1)?.after ?? 0);
  return new Set(subscribers.filter(hasRead).map(({ userId }) => userId));
}

type PersonalState = { bits: ReadonlyMap<number, number>; readerIds: ReadonlySet<UserId> };

async function divideByFlags(
  message: FlagFacts,
  { bits, readerIds }: PersonalState,
  place: FlagRecipients,
  scope: Scope,
): Promise<MessageFlags> {
  const participants = new Set(message.mentionsTopic ? message.topicParticipantIds : []);
  const known = 'members' in place ? [] : (place.subscribers ?? []).map(({ userId }) => userId);
  // Most messages are soon read by almost everybody. Then `read` becomes a common flag, and the event lists the people who have
  // not read the message.
  const isReadCommon = readerIds.size > Math.max(maxReadersListed, known.length / 2);
  const common = commonFlags(message, isReadCommon);
  const listed = isReadCommon ? known : readerIds;
  const ids = [...new Set([...bits.keys(), ...participants, message.senderId, ...listed])].sort(
    (a, b) => a - b,
  );
  const subscribed = new Set(known);
  const receives = await Promise.all(
    ids.map((userId) => isRecipient(userId, message.id, place, subscribed, scope)),
  );
  const own = ids
    .filter((_, at) => receives[at])
    .map((userId) => ({
      userId,
      flags: flagNames({
        isRead: readerIds.has(userId),
        isInHistory: true,
        personalFlags: bits.get(userId) ?? 0,
        mentionsChannel: message.mentionsChannel,
        mentionsTopicOfReader: participants.has(userId),
      }),
    }))
    .filter(({ flags }) => flags.join() !== common.join());
  return { own, common };
}

const commonFlags = ({ mentionsChannel }: Pick<FlagFacts, 'mentionsChannel'>, isRead: boolean): string[] =>
  flagNames({
    isRead,
    isInHistory: true,
    personalFlags: 0,
    mentionsChannel,
    mentionsTopicOfReader: false,
  });

/** Members may read a public channel, guests a web-public one. */
const mayReadUnsubscribed = ({ inviteOnly, isWebPublic }: Channel, { role }: User): boolean =>
  !inviteOnly && (isWebPublic || role < roles.guest);

/** @param subscribed the known subscribers of the channel */
async function isRecipient(
  userId: UserId,
  messageId: MessageId,
  place: FlagRecipients,
  subscribed: ReadonlySet<number>,
  scope: Scope,
): Promise<boolean> {
  if ('members' in place) return place.members.includes(userId);
  if (place.botIds.includes(userId)) return true;
  if (!place.readers && subscribed.has(userId)) return true;
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
