import { errors } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { addFlag, findSeen, markRead, markUnread, removeFlag, unreadAmong } from '../db/flags.ts';
import { visible } from '../db/visible.ts';
import type { EditableFlag } from '../domain/flags.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';
import type { Reader, Sight } from '../domain/visibility.ts';
import { flagsAdded, flagsRemoved, markedUnread } from '../events/flags-updated.ts';
import { sightOfMessages } from './plan-read.ts';

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
  scope: UnreadScope,
  messageIds: readonly number[],
  change: FlagChange,
  call: Call,
): Promise<Flagged> {
  const ids = [...new Set(messageIds)];
  if (ids.length === 0) return { messageIds: [], ignoredChannelIds: [] };
  const sight = await sightOfMessages(ctx, reader, ids, call);
  const seen = await findSeen(ctx.db, ids, visible(reader.user.userId, sight));
  if (seen.length < ids.length) throw errors.badRequest('Invalid message(s)');
  const isIgnored = ({ channelId }: { channelId: number | null }) =>
    channelId !== null && !reader.histories.get(channelId)?.isSubscribed;
  const ignored = change.flag.name === 'read' && change.op === 'remove' ? seen.filter(isIgnored) : [];
  const changed = await ctx.db.tx((tx) =>
    write(tx, {
      userId: reader.user.userId,
      scope,
      sight,
      messageIds: ignored.length === 0 ? ids : seen.filter((one) => !isIgnored(one)).map(({ id }) => id),
      change,
      traceparent: call.traceparent,
    }),
  );
  const ignoredChannelIds = [...new Set(ignored.map(({ channelId }) => channelId!))].sort((a, b) => a - b);
  return { messageIds: changed, ignoredChannelIds };
}

type Writing = {
  userId: number;
  scope: UnreadScope;
  sight: Sight;
  messageIds: readonly number[];
  change: FlagChange;
  traceparent: string | undefined;
};

async function write(tx: Tx, writing: Writing): Promise<number[]> {
  const { userId, scope, sight, messageIds, traceparent } = writing;
  const { op, flag } = writing.change;
  const common = { userId, flag: flag.name, traceparent };
  if (flag.name === 'read' && op === 'remove') {
    const details = await markUnread(tx, userId, scope, sight, messageIds);
    await emitAll(tx, markedUnread(common, details));
    return details.map(({ id }) => id);
  }
  let changed: number[];
  if (flag.name === 'read') {
    changed = await markRead(tx, { userId, targets: unreadAmong(userId, scope, sight, messageIds) });
  } else {
    const change = op === 'add' ? addFlag : removeFlag;
    changed = await change(tx, userId, flag.bit, messageIds);
  }
  await emitAll(tx, op === 'add' ? flagsAdded(common, changed) : flagsRemoved(common, changed));
  return changed;
}
