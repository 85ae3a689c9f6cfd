import { errors } from '@parley/core';
import { type Db, emitAll, type Tx } from '@parley/db';
import type { Scope, User } from '@parley/facts';
import { requireConnection } from '@parley/rpc';
import type { ChannelId, MessageId } from '@parley/rules';
import { loadVisibilityOfChannels } from '../access/readable-periods.ts';
import { loadUnreadScope, restrictReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import {
  addFlag,
  groupByChannel,
  type MessagesInPlace,
  markUnread,
  removeFlag,
} from '../db/changing/flags.ts';
import type { EditableFlag } from '../domain/changing/flags.ts';
import { visibilityOfScope } from '../domain/reading/unread-scope.ts';
import { isWholeHistory, periodsInclude, type Reader } from '../domain/reading/visibility.ts';
import { flagsAdded, flagsRemoved, markedUnread } from '../events/flags-updated.ts';
import { type FlagWrite, markMessagesRead } from './mark-messages-read.ts';

/** From here on, it is cheaper to load all channels of the reader than to look up the channels of the messages. */
const manyMessages = 1_000;

export type FlagChange = { op: 'add' | 'remove'; flag: EditableFlag };

export type FlagChangeResult = {
  /** IDs of the messages whose flag changed, in ascending order. */
  messageIds: MessageId[];
  /** IDs of channels whose messages could not be marked unread, because the person is not subscribed to them. */
  ignoredChannelIds: ChannelId[];
};

/** @throws BAD_REQUEST when the reader may not read one of the messages */
export async function changeFlags(
  ctx: Ctx,
  reader: Reader & { user: User },
  messageIds: readonly MessageId[],
  change: FlagChange,
  scope: Scope,
): Promise<FlagChangeResult> {
  const ids = [...new Set(messageIds)];
  if (ids.length === 0) return nothingIgnored([]);
  const { userId } = reader.user;
  const { traceparent } = scope.call;
  const common = { userId, traceparent, check: () => requireConnection(scope.call) };
  const isReading = change.flag.name === 'read' && change.op === 'add';
  if (isReading && ids.length >= manyMessages) {
    // The first attempt assumes that all messages are in subscribed channels, as usual, so it does not look up their channels.
    const unreadScope = await loadUnreadScope(reader, scope);
    const visibility = visibilityOfScope(unreadScope);
    const read = await markMessagesRead(ctx.db, { ...common, unreadScope, visibility, ids });
    if (read) return nothingIgnored(read);
  }
  const { places, ...seen } = await findSeen(ctx, reader, ids, scope);
  if (isReading) {
    const read = await markMessagesRead(ctx.db, { ...common, ...seen, ids });
    if (read) return nothingIgnored(read);
    // The check succeeded, but since then a message was deleted, or moved to a place where the reader may not read it.
    throw errors.badRequest('Invalid message(s)');
  }
  const isIgnored = ({ channelId }: MessagesInPlace) =>
    channelId !== null && !reader.histories.get(channelId)?.isSubscribed;
  const ignored = change.flag.name === 'read' && change.op === 'remove' ? places.filter(isIgnored) : [];
  const rest = places.filter((place) => !isIgnored(place)).flatMap(({ messageIds: some }) => some);
  const left = ignored.length === 0 ? ids : rest;
  const changed = await writeFlag(ctx.db, { ...common, ...seen, ids: left }, change);
  const ignoredChannelIds = [...new Set(ignored.flatMap(({ channelId }) => channelId ?? []))].sort(
    (a, b) => a - b,
  );
  return { messageIds: changed, ignoredChannelIds };
}

const nothingIgnored = (messageIds: MessageId[]): FlagChangeResult => ({ messageIds, ignoredChannelIds: [] });

/** Finds where messages are, and what the reader sees there. @throws BAD_REQUEST when the reader may not read one of them */
async function findSeen(
  ctx: Ctx,
  reader: Reader & { user: User },
  ids: readonly MessageId[],
  scope: Scope,
): Promise<Pick<FlagWrite, 'unreadScope' | 'visibility'> & { places: MessagesInPlace[] }> {
  const places = await groupByChannel(ctx.db, reader.user.userId, ids);
  const channelIds = new Set(places.flatMap(({ channelId }) => channelId ?? []));
  const channels = await scope.channels.many(channelIds);
  const visibility = await loadVisibilityOfChannels(reader, [...channels.values()], scope);
  const unreadScope = await loadUnreadScope(restrictReader(reader, channelIds), scope);
  const isSeen = ({ channelId, isOwnDirectMessage, messageIds: some }: MessagesInPlace) => {
    if (channelId === null) return isOwnDirectMessage;
    const periods = visibility.get(channelId) ?? [];
    return isWholeHistory(periods) || some.every((id) => periodsInclude(periods, id));
  };
  const count = places.reduce((sum, place) => sum + place.messageIds.length, 0);
  if (count < ids.length || !places.every(isSeen)) throw errors.badRequest('Invalid message(s)');
  return { places, unreadScope, visibility };
}

function writeFlag(db: Db, write: FlagWrite, { op, flag }: FlagChange): Promise<number[]> {
  const { userId, unreadScope, visibility, ids, traceparent, check } = write;
  const common = { userId, flag: flag.name, traceparent };
  const change = async (tx: Tx) => {
    if (flag.name === 'read') {
      const details = await markUnread(tx, userId, unreadScope, visibility, ids);
      await emitAll(tx, markedUnread(common, details));
      return details.map(({ id }) => id);
    }
    const isAdded = op === 'add';
    const changed = await (isAdded ? addFlag : removeFlag)(tx, userId, flag.bit, ids);
    await emitAll(tx, isAdded ? flagsAdded(common, changed) : flagsRemoved(common, changed));
    return changed;
  };
  return db.tx(change, { check });
}
