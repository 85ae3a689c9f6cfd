import { errors } from '@parley/core';
import { type Db, emitAll, encodeEvent } from '@parley/db';
import type { User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import { loadUnreadScope, restrictReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import {
  addFlag,
  groupByChannel,
  type MessagesInPlace,
  markReadIfVisible,
  markUnread,
  removeFlag,
  unreadAmong,
} from '../db/flags.ts';
import type { EditableFlag } from '../domain/flags.ts';
import { type UnreadScope, visibilityOfScope } from '../domain/unread-scope.ts';
import { isWholeHistory, periodsInclude, type Reader, type Visibility } from '../domain/visibility.ts';
import { flagsAdded, flagsRemoved, markedUnread } from '../events/flags-updated.ts';
import { loadVisibilityOfChannels } from './plan-read.ts';

/** For so many messages, considering all channels of the reader costs less than looking up those of the messages. */
const manyMessages = 1_000;

export type FlagChange = { op: 'add' | 'remove'; flag: EditableFlag };

export type FlagChangeResult = {
  /** Messages whose flag changed, ascending. */
  messageIds: number[];
  /** Channels whose messages stay read, since the person is not subscribed to them. */
  ignoredChannelIds: number[];
};

/**
 * Sets or clears a flag of the reader on messages and emits the event for their clients.
 * @throws BAD_REQUEST when the reader may not read one of the messages
 */
export async function changeFlags(
  ctx: Ctx,
  reader: Reader & { user: User },
  messageIds: readonly number[],
  change: FlagChange,
  call: Call,
): Promise<FlagChangeResult> {
  const ids = [...new Set(messageIds)];
  if (ids.length === 0) return { messageIds: [], ignoredChannelIds: [] };
  const { userId } = reader.user;
  const { traceparent } = call;
  const isReading = change.flag.name === 'read' && change.op === 'add';
  if (isReading && ids.length >= manyMessages) {
    // Mostly all of them are in subscribed channels: then no lookup of their channels is needed.
    const scope = await loadUnreadScope(ctx, reader, call);
    const messageIds = await markMessagesRead(ctx.db, {
      userId,
      scope,
      visibility: visibilityOfScope(scope),
      ids,
      traceparent,
    });
    if (messageIds) return { messageIds, ignoredChannelIds: [] };
  }
  const places = await groupByChannel(ctx.db, userId, ids);
  const channelIds = new Set(places.flatMap(({ channelId }) => channelId ?? []));
  const channels = await ctx.directory.channels.many(channelIds, call);
  const visibility = await loadVisibilityOfChannels(ctx, reader, [...channels.values()], call);
  const scope = await loadUnreadScope(ctx, restrictReader(reader, channelIds), call);
  const isSeen = ({ channelId, isOwnDirect, messageIds: some }: MessagesInPlace) => {
    if (channelId === null) return isOwnDirect;
    const periods = visibility.get(channelId) ?? [];
    return isWholeHistory(periods) || some.every((id) => periodsInclude(periods, id));
  };
  const count = places.reduce((sum, place) => sum + place.messageIds.length, 0);
  if (count < ids.length || !places.every(isSeen)) throw errors.badRequest('Invalid message(s)');
  if (isReading) {
    const messageIds = await markMessagesRead(ctx.db, { userId, scope, visibility, ids, traceparent });
    if (messageIds) return { messageIds, ignoredChannelIds: [] };
    throw errors.badRequest('Invalid message(s)'); // one was moved out of sight meanwhile
  }
  const isIgnored = ({ channelId }: MessagesInPlace) =>
    channelId !== null && !reader.histories.get(channelId)?.isSubscribed;
  const ignored = change.flag.name === 'read' && change.op === 'remove' ? places.filter(isIgnored) : [];
  const rest = places.filter((place) => !isIgnored(place)).flatMap(({ messageIds: some }) => some);
  const left = ignored.length === 0 ? ids : rest;
  const changed = await writeFlag(ctx.db, { userId, scope, visibility, ids: left, traceparent }, change);
  const ignoredChannelIds = [...new Set(ignored.map(({ channelId }) => channelId!))].sort((a, b) => a - b);
  return { messageIds: changed, ignoredChannelIds };
}

type FlagWrite = {
  userId: number;
  scope: UnreadScope;
  visibility: Visibility;
  ids: readonly number[];
  traceparent: string | undefined;
};

/** Marks messages read and emits the event; undefined, with no effect, unless the person may read all of them. */
async function markMessagesRead(
  db: Db,
  { userId, scope, visibility, ids, traceparent }: FlagWrite,
): Promise<number[] | undefined> {
  const common = { userId, flag: 'read', traceparent };
  const marking = unreadAmong(userId, scope, visibility, ids);
  // Clients mostly mark one message: a single statement marks it and emits the event, or does nothing.
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

/** Writes any other change of a flag and emits its event. */
function writeFlag(db: Db, write: FlagWrite, { op, flag }: FlagChange): Promise<number[]> {
  const { userId, scope, visibility, ids, traceparent } = write;
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
