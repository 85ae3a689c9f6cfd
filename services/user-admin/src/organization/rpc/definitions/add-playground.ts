import { errors, errorText } from '@parley/core';
import type { AddPlaygroundRequest, AddPlaygroundResponse } from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { insertPlayground, listPlaygrounds, maxPlaygrounds } from '../../db/playgrounds.ts';
import { checkPlayground } from '../../domain/playgrounds.ts';
import { administer } from '../../settings/administer.ts';
import { announcePlaygrounds } from '../../settings/announce-definitions.ts';

/**
 * Adds a code playground, a site in which clients can open a code block.
 * @throws BAD_REQUEST when the playground is invalid, its name is taken for the language, or there are too many playgrounds;
 * UNAUTHORIZED_PRINCIPAL when the caller is not an administrator
 */
export async function addPlayground(
  _ctx: Ctx,
  request: AddPlaygroundRequest,
  scope: DbScope,
): Promise<AddPlaygroundResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const draft = checkPlayground(request);
    if ((await listPlaygrounds(tx)).length >= maxPlaygrounds) {
      throw errors.badRequest(
        errorText('At most {limit} playgrounds are possible.', { limit: maxPlaygrounds }),
      );
    }
    const playgroundId = await insertPlayground(tx, draft);
    await announcePlaygrounds(tx);
    await audit(tx, { action: 'playground.added', details: { playgroundId, ...draft } });
    return { playgroundId };
  });
}
