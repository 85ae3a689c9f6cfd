import { errors, ParleyError } from '@parley/core';
import type { ImportEmojiRequest, ImportEmojiResponse } from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { roles } from '@parley/rules';
import { findUser } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { insertEmoji, listEmoji } from '../../db/emoji.ts';
import { listImportedEmoji, putImportedEmoji } from '../../db/imports.ts';
import { lockOrganization } from '../../db/organization.ts';
import { checkNewEmoji } from '../../domain/custom-emoji.ts';
import { announceEmoji } from '../../settings/announce-definitions.ts';

const storedPath = /^\/user_avatars\/[\w/.-]{1,200}$/;

/** An emoji of the same name stays. With an empty path, only returns what would happen. An alias shares a picture. */
export async function importEmoji(
  ctx: Ctx,
  { importId, name, authorId, aliasOf, dryRun, ...given }: ImportEmojiRequest,
  scope: DbScope,
): Promise<ImportEmojiResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (
    given.path !== '' &&
    ![given.path, given.stillPath || given.path].every((each) => storedPath.test(each))
  )
    throw errors.badRequest('Invalid image');
  return scope.write(async (tx) => {
    await lockOrganization(tx);
    const all = await listEmoji(tx);
    const there = all.find((each) => each.name === name && !each.isDeactivated);
    if (there) {
      const own = await listImportedEmoji(tx, importId);
      return { outcome: own.includes(there.id) ? 'created' : 'known' };
    }
    try {
      checkNewEmoji(name, { role: roles.owner, isActive: true }, all);
    } catch (error) {
      if (error instanceof ParleyError) return { outcome: 'refused' };
      throw error;
    }
    const target =
      aliasOf === '' ? undefined : all.find((each) => each.name === aliasOf && !each.isDeactivated);
    if (aliasOf !== '' && !target) return { outcome: 'refused' };
    const { path, stillPath } = target ?? given;
    if (path === '' || dryRun) return { outcome: 'created' };
    const author = authorId === 0 ? undefined : await findUser(tx, authorId);
    const emojiId = await insertEmoji(tx, {
      name,
      path,
      stillPath: stillPath || null,
      authorId: author?.userId ?? null,
    });
    await putImportedEmoji(tx, importId, emojiId);
    await announceEmoji(tx, 'added', emojiId);
    return { outcome: 'created' };
  });
}
