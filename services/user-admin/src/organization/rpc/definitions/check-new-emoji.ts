import type { CheckNewEmojiRequest, CheckNewEmojiResponse } from '@parley/proto/useradmin/v1/emoji';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listEmoji } from '../../db/emoji.ts';
import { checkNewEmoji as checkName } from '../../domain/custom-emoji.ts';
import { requireEmojiRight } from '../../settings/permissions.ts';

/**
 * Whether an emoji may be added: asked before an image is stored, so that nobody stores images for nothing.
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function checkNewEmoji(
  ctx: Ctx,
  { name }: CheckNewEmojiRequest,
  call: Call,
): Promise<CheckNewEmojiResponse> {
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    await requireEmojiRight(ctx, tx, caller);
    checkName(name, caller, await listEmoji(tx));
  });
  return {};
}
