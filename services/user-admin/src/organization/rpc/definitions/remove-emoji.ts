import type { RemoveEmojiRequest, RemoveEmojiResponse } from '@parley/proto/useradmin/v1/emoji';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deactivateEmoji, listEmoji } from '../../db/emoji.ts';
import { lockOrganization } from '../../db/organization.ts';
import { decideRemoveEmoji } from '../../domain/custom-emoji.ts';
import { announceEmoji } from '../../settings/announce-definitions.ts';

/**
 * Deactivates a custom emoji. It cannot be used any more, but existing messages still show it.
 * @throws BAD_REQUEST when no such emoji exists, or the caller may not remove it
 */
export async function removeEmoji(
  _ctx: Ctx,
  { name }: RemoveEmojiRequest,
  scope: DbScope,
): Promise<RemoveEmojiResponse> {
  await scope.write(async (tx) => {
    const caller = await tx.caller();
    await lockOrganization(tx);
    const emoji = decideRemoveEmoji(name, caller, await listEmoji(tx));
    await deactivateEmoji(tx, emoji.id);
    await announceEmoji(tx, 'removed', emoji.id);
    await audit(tx, { action: 'emoji.removed', details: { emojiId: emoji.id, name } });
  });
  return {};
}
