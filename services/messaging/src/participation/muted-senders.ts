import { bestEffort } from '@parley/core';
import type { Scope } from '@parley/directory';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { changeFlags } from '../reading/change-flags.ts';

/** A sent message, and its recipients who muted the sender. */
export type MutedMessage = { id: number; mutingUserIds: readonly number[] };

/** Marks a message as read for recipients who muted its sender (docs/api/users-and-groups.md#muted-users). */
export async function markReadForMuting(
  ctx: Ctx,
  { id, mutingUserIds }: MutedMessage,
  scope: Scope,
): Promise<void> {
  if (mutingUserIds.length === 0) return;
  await bestEffort(ctx.logger, 'a message of a muted person was not marked as read', async () => {
    const people = await scope.users.many(mutingUserIds);
    for (const user of people.values()) {
      const reader = await loadReader(user, scope);
      await changeFlags(ctx, reader, [id], { op: 'add', flag: { name: 'read' } }, scope);
    }
  });
}
