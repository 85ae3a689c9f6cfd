import type { Scope } from '@parley/facts';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { MessageId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** Unread messages of people, by user ID and message ID. */
export type Unread = ReadonlyMap<number, ReadonlyMap<number, MissedMessage>>;

/** Maximum numbers of people, and of pairs of person and message, in one call. They bound the size of the answer. */
const readersPerCall = 500;
const pairsPerCall = 1_000;

type Reader = { userId: UserId; messageIds: MessageId[] };

/** Splits people into groups, one for each call. All messages of a person are in the same group. */
function groupsOf(readers: readonly Reader[]): Reader[][] {
  const groups: Reader[][] = [];
  let pairs = 0;
  for (const reader of readers) {
    const last = groups.at(-1);
    pairs += reader.messageIds.length;
    if (last && last.length < readersPerCall && pairs <= pairsPerCall) last.push(reader);
    else {
      groups.push([reader]);
      pairs = reader.messageIds.length;
    }
  }
  return groups;
}

/** In groups, not one by one. @param wanted message IDs by user ID */
export async function findStillUnread(
  { messaging }: Pick<Ctx, 'messaging'>,
  wanted: ReadonlyMap<number, readonly number[]>,
  { call }: Scope,
): Promise<Unread> {
  const readers = Array.from(wanted, ([userId, messageIds]) => ({
    userId,
    messageIds: [...new Set(messageIds)],
  }));
  const unread = new Map<number, Map<number, MissedMessage>>();
  for (const part of groupsOf(readers)) {
    const answer = await messaging.findMissedMessages({ readers: part }, call);
    const messages = new Map(answer.messages.map((message) => [message.messageId, message]));
    for (const { userId, messageIds, own } of answer.readers) {
      const shown = new Map(own.map((message) => [message.messageId, message]));
      for (const id of messageIds) {
        const message = shown.get(id) ?? withoutReader(messages.get(id), userId);
        if (message) unread.set(userId, (unread.get(userId) ?? new Map()).set(id, message));
      }
    }
  }
  return unread;
}

/** A message in a channel is returned as it is, so all its readers share one object. */
function withoutReader(message: MissedMessage | undefined, userId: UserId): MissedMessage | undefined {
  if (!message || message.members.length === 0) return message;
  return { ...message, members: message.members.filter((member) => member.userId !== userId) };
}
