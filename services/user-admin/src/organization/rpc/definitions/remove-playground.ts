import { errors } from '@parley/core';
import type {
  RemovePlaygroundRequest,
  RemovePlaygroundResponse,
} from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deletePlayground, listPlaygrounds } from '../../db/playgrounds.ts';
import { administer } from '../../settings/administer.ts';
import { announcePlaygrounds } from '../../settings/announce-definitions.ts';

/**
 * Removes a code playground.
 * @throws BAD_REQUEST when no such playground exists; UNAUTHORIZED_PRINCIPAL when the caller is not an administrator
 */
export async function removePlayground(
  _ctx: Ctx,
  { playgroundId }: RemovePlaygroundRequest,
  scope: DbScope,
): Promise<RemovePlaygroundResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const removed = (await listPlaygrounds(tx)).find(({ id }) => id === playgroundId);
    if (!removed) throw errors.badRequest('Invalid playground');
    await deletePlayground(tx, playgroundId);
    await announcePlaygrounds(tx);
    await audit(tx, { action: 'playground.removed', details: { playgroundId, from: removed } });
    return {};
  });
}
