import { errors } from '@parley/core';
import type { AddEmojiRequest, AddEmojiResponse } from '@parley/proto/useradmin/v1/emoji';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { insertEmoji, listEmoji } from '../../db/emoji.ts';
import { lockOrganization } from '../../db/organization.ts';
import { checkNewEmoji } from '../../domain/custom-emoji.ts';
import { announceEmoji } from '../../settings/announce-definitions.ts';
import { requireEmojiPermission } from '../../settings/permissions.ts';

const storedPath = /^\/user_avatars\/[\w/.-]{1,200}$/;

/**
 * Adds a custom emoji. The gateway has already stored its image.
 * @throws BAD_REQUEST when the path of the image is invalid, the caller may not add emoji or use the name, the name is invalid
 * or taken, or there are too many emoji
 */
export async function addEmoji(
  _ctx: Ctx,
  request: AddEmojiRequest,
  scope: DbScope,
): Promise<AddEmojiResponse> {
  const { path, stillPath } = request;
  if (![path, stillPath || path].every((each) => storedPath.test(each)))
    throw errors.badRequest('Invalid image');
  await scope.write(async (tx) => {
    const caller = await tx.caller();
    await requireEmojiPermission(tx, caller);
    await lockOrganization(tx);
    const name = checkNewEmoji(request.name, caller, await listEmoji(tx));
    const emojiId = await insertEmoji(tx, {
      name,
      path,
      stillPath: stillPath || null,
      authorId: caller.userId,
    });
    await announceEmoji(tx, 'added', emojiId);
    await audit(tx, { action: 'emoji.added', details: { emojiId, name } });
  });
  return {};
}
