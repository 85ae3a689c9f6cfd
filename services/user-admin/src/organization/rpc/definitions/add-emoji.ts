import { errors } from '@parley/core';
import type { AddEmojiRequest, AddEmojiResponse } from '@parley/proto/useradmin/v1/emoji';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { insertEmoji, listEmoji } from '../../db/emoji.ts';
import { lockOrganization } from '../../db/organization.ts';
import { checkNewEmoji } from '../../domain/custom-emoji.ts';
import { announceEmoji } from '../../settings/announce-definitions.ts';
import { requireEmojiRight } from '../../settings/permissions.ts';

const storedPath = /^\/user_avatars\/[\w/.-]{1,200}$/;

/** A new emoji of the organization's own, whose image was stored. @throws BAD_REQUEST, UNAUTHORIZED */
export async function addEmoji(ctx: Ctx, request: AddEmojiRequest, call: Call): Promise<AddEmojiResponse> {
  ctx.writeGuard.check();
  const { path, stillPath } = request;
  if (![path, stillPath || path].every((each) => storedPath.test(each)))
    throw errors.badRequest('Invalid image');
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    await requireEmojiRight(ctx, tx, caller);
    await lockOrganization(tx);
    const name = checkNewEmoji(request.name, caller, await listEmoji(tx));
    const emojiId = await insertEmoji(tx, {
      name,
      path,
      stillPath: stillPath || null,
      authorId: caller.userId,
    });
    await announceEmoji(ctx, tx, 'added', emojiId);
    await audit(tx, call, { action: 'emoji.added', details: { emojiId, name } });
  });
  return {};
}
