import { errors } from '@parley/core';
import { type Db, emitAll, encodeEvent } from '@parley/db';
import type { User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import { loadUnreadScope, restrictReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import {
  addFlag,
  markReadIfVisible,
  markUnread,
  type Placed,
  placesOf,
  removeFlag,
  unreadAmong,
} from '../db/flags.ts';
import type { EditableFlag } from '../domain/flags.ts';
import { type UnreadScope, visibilityOfScope } from '../domain/unread-scope.ts';
import { isWholeHistory, periodsInclude, type Reader, type Visibility } from '../domain/visibility.ts';
import { flagsAdded, flagsRemoved, markedUnread } from '../events/flags-updated.ts';
import { loadVisibilityOfChannels } from './plan-read.ts';

/** To look up where so many are costs more than to consider all channels of the reader. */
const manyMessages = 1_000;

export type FlagChange = { op: 'add' | 'remove'; flag: EditableFlag };

export type Flagged = {
  /** Those that changed, ascending. */
  messageIds: number[];
  /** Channels whose messages stay read, as the person is not subscribed to them. */
  ignoredChannelIds: number[];
};

/**
 * Sets or takes away a flag of a person on messages, and tells their clients.
 * @throws BAD_REQUEST when one of the messages is not there for them.
 */
export async function changeFlags(
  ctx: Ctx,
  reader: Reader & { user: User },
  messageIds: readonly number[],
  change: FlagChange,
  call: Call,
): Promise<Flagged> {
  const ids = [...new Set(messageIds)];
  if (ids.length === 0) return { messageIds: [], ignoredChannelIds: [] };
  const { userId } = reader.user;
  const { traceparent } = call;
  const isReading = change.flag.name === 'read' && change.op === 'add';
  if (isReading && ids.length >= manyMessages) {
    // Mostly in channels that they are subscribed to: then it need not be looked up before where they are.
    const scope = await loadUnreadScope(ctx, reader, call);
    const messageIds = await read(ctx.db, {
      userId,
      scope,
      visibility: visibilityOfScope(scope),
      ids,
      traceparent,
    });
    if (messageIds) return { messageIds, ignoredChannelIds: [] };
  }
  const places = await placesOf(ctx.db, userId, ids);
  const channelIds = new Set(places.flatMap(({ channelId }) => channelId ?? []));
  const channels = await ctx.directory.channels.many(channelIds, call);
  const visibility = await loadVisibilityOfChannels(ctx, reader, [...channels.values()], call);
  const scope = await loadUnreadScope(ctx, restrictReader(reader, channelIds), call);
  const isSeen = ({ channelId, isOwnDirect, messageIds: some }: Placed) => {
    if (channelId === null) return isOwnDirect;
    const periods = visibility.get(channelId) ?? [];
    return isWholeHistory(periods) || some.every((id) => periodsInclude(periods, id));
  };
  const count = places.reduce((sum, place) => sum + place.messageIds.length, 0);
  if (count < ids.length || !places.every(isSeen)) throw errors.badRequest('Invalid message(s)');
  if (isReading) {
    const messageIds = await read(ctx.db, { userId, scope, visibility, ids, traceparent });
    if (messageIds) return { messageIds, ignoredChannelIds: [] };
    throw errors.badRequest('Invalid message(s)'); // moved out of sight meanwhile
  }
  const isIgnored = ({ channelId }: Placed) =>
    channelId !== null && !reader.histories.get(channelId)?.isSubscribed;
  const ignored = change.flag.name === 'read' && change.op === 'remove' ? places.filter(isIgnored) : [];
  const rest = places.filter((place) => !isIgnored(place)).flatMap(({ messageIds: some }) => some);
  const left = ignored.length === 0 ? ids : rest;
  const changed = await write(ctx.db, { userId, scope, visibility, ids: left, traceparent }, change);
  const ignoredChannelIds = [...new Set(ignored.map(({ channelId }) => channelId!))].sort((a, b) => a - b);
  return { messageIds: changed, ignoredChannelIds };
}

type Writing = {
  userId: number;
  scope: UnreadScope;
  visibility: Visibility;
  ids: readonly number[];
  traceparent: string | undefined;
};

/** Marks messages read and announces it; undefined unless the person sees all of them. */
async function read(
  db: Db,
  { userId, scope, visibility, ids, traceparent }: Writing,
): Promise<number[] | undefined> {
  const common = { userId, flag: 'read', traceparent };
  const marking = unreadAmong(userId, scope, visibility, ids);
  // What clients do all the time is one statement: it either reads this message or nothing.
  if (ids.length === 1) {
    const announcement = encodeEvent(flagsAdded(common, ids)[0]!);
    return await markReadIfVisible(db, { ...marking, announcement });
  }
  return await db.tx(async (tx) => {
    const changed = await markReadIfVisible(tx, marking);
    await emitAll(tx, flagsAdded(common, changed ?? []));
    return changed;
  });
}

/** Any other change of a flag. */
function write(db: Db, writing: Writing, { op, flag }: FlagChange): Promise<number[]> {
  const { userId, scope, visibility, ids, traceparent } = writing;
  const common = { userId, flag: flag.name, traceparent };
  return db.tx(async (tx) => {
    if (flag.name === 'read') {
      const details = await markUnread(tx, userId, scope, visibility, ids);
      await emitAll(tx, markedUnread(common, details));
      return details.map(({ id }) => id);
    }
    const isAdded = op === 'add';
    const changed = await (isAdded ? addFlag : removeFlag)(tx, userId, flag.bit, ids);
    await emitAll(tx, isAdded ? flagsAdded(common, changed) : flagsRemoved(common, changed));
    return changed;
  });
}
