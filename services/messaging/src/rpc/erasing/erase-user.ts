import type { Query } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/messaging/v1/erasing';
import { deleteMatching } from '../../changing/delete-matching.ts';
import type { Ctx } from '../../context.ts';
import { forgetPinsOf } from '../../db/changing/pins.ts';
import { deletePersonalItems, deleteReadState } from '../../db/personal/personal-lists.ts';
import { deleteSubmessagesOf, isSentBy, placesOf, quotesTextOf } from '../../db/whole-accounts/erasing.ts';

/**
 * Erases what messaging stores about a person: drafts, scheduled messages, reminders, snippets, read state and flags, and who
 * pinned messages. With
 * `deletesMessages`, also what the person added to interactive messages, and a batch of the messages that the person sent, or in
 * which the server quotes the person. `user-admin` calls it until `isFinished`. It is idempotent and checks no permission.
 */
export async function eraseUser(
  ctx: Ctx,
  { userId, deletesMessages }: EraseUserRequest,
  scope: Scope,
): Promise<EraseUserResponse> {
  ctx.writeGuard.check();
  const personalItems = await ctx.db.tx(async (tx) => {
    await deleteReadState(tx, userId);
    await forgetPinsOf(tx, userId);
    if (deletesMessages) await deleteSubmessagesOf(tx, userId);
    return deletePersonalItems(tx, userId);
  });
  const kinds = deletesMessages ? [isSentBy(userId), quotesTextOf(userId)] : [];
  for (const matching of kinds) {
    const messages = await deleteBatch(ctx, matching, scope);
    if (messages > 0) return { isFinished: false, messages, personalItems };
  }
  return { isFinished: true, messages: 0, personalItems };
}

async function deleteBatch(ctx: Ctx, matching: Query, scope: Scope): Promise<number> {
  for (;;) {
    const [place] = await placesOf(ctx.db, matching);
    if (!place) return 0;
    const count = await deleteMatching(ctx, { matching, ...place }, scope);
    // The messages of the place may have been moved in the meantime.
    if (count > 0) return count;
  }
}
