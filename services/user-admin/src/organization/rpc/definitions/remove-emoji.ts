import type { RemoveEmojiRequest, RemoveEmojiResponse } from '@parley/proto/useradmin/v1/emoji';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { deactivateEmoji, listEmoji } from '../../db/emoji.ts';
import { lockOrganization } from '../../db/organization.ts';
import { decideRemoveEmoji } from '../../domain/custom-emoji.ts';
import { announceEmoji } from '../../settings/announce-definitions.ts';

/**
 * Takes an emoji away: it can be used no more; what was written with it still shows it.
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function removeEmoji(
  ctx: Ctx,
  { name }: RemoveEmojiRequest,
  call: Call,
): Promise<RemoveEmojiResponse> {
  ctx.writeGuard.check();
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    await lockOrganization(tx);
    const emoji = decideRemoveEmoji(name, caller, await listEmoji(tx));
    await deactivateEmoji(tx, emoji.id);
    await announceEmoji(ctx, tx, 'removed', emoji.id);
    await audit(tx, call, { action: 'emoji.removed', details: { emojiId: emoji.id, name } });
  });
  return {};
}
