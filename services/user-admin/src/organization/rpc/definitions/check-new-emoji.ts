import type { CheckNewEmojiRequest, CheckNewEmojiResponse } from '@parley/proto/useradmin/v1/emoji';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listEmoji } from '../../db/emoji.ts';
import { checkNewEmoji as checkName } from '../../domain/custom-emoji.ts';
import { requireEmojiPermission } from '../../settings/permissions.ts';

/**
 * Checks that the caller may add an emoji with a name. The gateway calls it before it stores the image, so that no image
 * without an emoji is stored.
 * @throws BAD_REQUEST when the caller may not add emoji or use the name, the name is invalid or taken, or there are too many
 * emoji
 */
export async function checkNewEmoji(
  _ctx: Ctx,
  { name }: CheckNewEmojiRequest,
  scope: DbScope,
): Promise<CheckNewEmojiResponse> {
  await scope.transaction(async (tx) => {
    const caller = await tx.caller();
    await requireEmojiPermission(tx, caller);
    checkName(name, caller, await listEmoji(tx));
  });
  return {};
}
