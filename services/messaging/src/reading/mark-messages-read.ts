import { firstItem } from '@parley/core';
import { type Db, emitAll, encodeEvent, type Tx } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';
import { markReadIfVisible, unreadAmong } from '../db/read-state/mark-read.ts';
import type { UnreadScope } from '../domain/reading/unread-scope.ts';
import type { Visibility } from '../domain/reading/visibility.ts';
import { flagsAdded } from '../events/flags-updated.ts';

export type FlagWrite = {
  userId: UserId;
  unreadScope: UnreadScope;
  visibility: Visibility;
  ids: readonly MessageId[];
  traceparent: string | undefined;
  /** Called before the change, and before its commit. When it throws, nothing changes. */
  check?: () => void;
};

/** @returns the IDs that were unread, ascending; undefined, without a change, when the person may not read all */
export async function markMessagesRead(
  db: Db,
  { userId, unreadScope, visibility, ids, traceparent, check }: FlagWrite,
): Promise<number[] | undefined> {
  const common = { userId, flag: 'read', traceparent };
  const marking = unreadAmong(userId, unreadScope, visibility, ids);
  // Clients usually mark one message. For this case, a single statement marks the message and emits the event.
  if (ids.length === 1) {
    const announcement = encodeEvent(firstItem(flagsAdded(common, ids)));
    check?.();
    return await markReadIfVisible(db, { ...marking, announcement });
  }
  const mark = async (tx: Tx) => {
    const changed = await markReadIfVisible(tx, marking);
    await emitAll(tx, flagsAdded(common, changed ?? []));
    return changed;
  };
  return await db.tx(mark, { check });
}
