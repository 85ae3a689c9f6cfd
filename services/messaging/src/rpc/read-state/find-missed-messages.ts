import { errors, required } from '@parley/core';
import type { Channel, Scope, SubscriptionHistory, User } from '@parley/facts';
import type {
  FindMissedMessagesRequest,
  FindMissedMessagesResponse,
  MissedMessage,
  ReaderMissed,
} from '@parley/proto/messaging/v1/missed';
import { limits } from '@parley/rules';
import { historiesOf } from '../../access/histories.ts';
import { findReadablePeriods } from '../../access/readable-periods.ts';
import type { Ctx } from '../../context.ts';
import { type MissedRow, type PairState, readMissed, readStates } from '../../db/reading/missed.ts';
import { isUnreadMessage, unreadScope } from '../../domain/reading/unread-scope.ts';
import { periodsInclude } from '../../domain/reading/visibility.ts';
import { findHiddenUsers } from '../../guests/hidden-users.ts';
import { presentMissed } from '../../reading/missed-message.ts';

const maxReaders = 1_000;

/**
 * Returns which messages each person may read and has not read, for the service that notifies absent people. The number of
 * statements and calls does not depend on the number of people. Unknown and deactivated people get no messages.
 * @throws BAD_REQUEST for too many messages; UNAVAILABLE when a message was moved during the call
 */
export async function findMissedMessages(
  ctx: Ctx,
  { readers }: FindMissedMessagesRequest,
  scope: Scope,
): Promise<FindMissedMessagesResponse> {
  const pairs = readers.flatMap(({ userId, messageIds }) =>
    messageIds.map((messageId) => ({ userId, messageId })),
  );
  if (readers.length > maxReaders || pairs.length > limits.messagesPerRequest)
    throw errors.badRequest('Too many messages.');
  const [states, users] = await Promise.all([
    readStates(ctx.db, pairs),
    scope.users.many(readers.map(({ userId }) => userId)),
  ]);
  const unread = await unreadAmong(ctx, states, users, scope);
  const rows = await readMissed(ctx.db, [...new Set([...unread.values()].flat().map(({ id }) => id))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const state of [...unread.values()].flat()) {
    const row = byId.get(state.id);
    if (row && row.channelId !== state.channelId) throw errors.unavailable();
  }
  return present(ctx, unread, { users, rows: byId }, scope);
}

/** Returns the states of the messages that each person may read and has not read, by user ID. */
async function unreadAmong(
  ctx: Ctx,
  states: readonly PairState[],
  users: ReadonlyMap<number, User>,
  scope: Scope,
): Promise<Map<number, PairState[]>> {
  const inChannels = states.filter(({ channelId }) => channelId !== null);
  const channelIds = [...new Set(inChannels.flatMap(({ channelId }) => channelId ?? []))];
  const userIds = [...new Set(inChannels.map(({ userId }) => userId))];
  const [channels, histories] = await Promise.all([
    scope.channels.many(channelIds),
    historiesOf(ctx, { userIds, channelIds }, scope),
  ]);
  const unread = new Map<number, PairState[]>();
  for (const [userId, own] of Map.groupBy(states, (state) => state.userId)) {
    const user = users.get(userId);
    if (!user?.isActive) continue;
    const reader = { user, histories: histories.get(userId) ?? new Map<number, SubscriptionHistory>() };
    const unreadFor = unreadScope(reader, channels);
    const found: PairState[] = [];
    for (const state of own) {
      if (!isUnreadMessage(unreadFor, state)) continue;
      const channel = channels.get(state.channelId ?? 0);
      if (state.channelId === null ? state.isMember : await isReadable(state.id, reader, channel, scope))
        found.push(state);
    }
    if (found.length > 0) unread.set(userId, found);
  }
  return unread;
}

async function isReadable(
  id: number,
  reader: { user: User; histories: ReadonlyMap<number, SubscriptionHistory> },
  channel: Channel | undefined,
  scope: Scope,
): Promise<boolean> {
  return channel !== undefined && periodsInclude(await findReadablePeriods(reader, channel, scope), id);
}

type Found = { users: ReadonlyMap<number, User>; rows: ReadonlyMap<number, MissedRow> };

/** Builds the answer. It contains each message once, and further versions for readers who may not see all of its people. */
async function present(
  ctx: Ctx,
  unread: ReadonlyMap<number, PairState[]>,
  { users, rows }: Found,
  scope: Scope,
): Promise<FindMissedMessagesResponse> {
  const named = [...rows.values()].flatMap(({ senderId, memberIds }) => [senderId, ...(memberIds ?? [])]);
  const [people, channels] = await Promise.all([
    scope.users.many(named),
    scope.channels.many([...rows.values()].flatMap(({ channelId }) => channelId ?? [])),
  ]);
  const facts = { people, channels, publicUrl: ctx.publicUrl };
  const all = new Map<number, MissedMessage>();
  for (const [id, row] of rows) all.set(id, presentMissed(row, facts, undefined, new Set()));
  const readers = await Promise.all(
    Array.from(unread, async ([userId, states]): Promise<ReaderMissed> => {
      const messageIds = states.map(({ id }) => id).filter((id) => rows.has(id));
      const user = required(users.get(userId), 'reader of missed messages');
      const hidden = await findHiddenUsers(ctx, user, people.keys(), scope);
      const own =
        hidden.size === 0
          ? []
          : messageIds.map((id) =>
              presentMissed(required(rows.get(id), 'missed message'), facts, user, hidden),
            );
      return { userId, messageIds, own };
    }),
  );
  return { messages: [...all.values()], readers };
}
