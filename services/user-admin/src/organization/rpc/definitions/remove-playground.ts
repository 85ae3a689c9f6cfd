import { errors } from '@parley/core';
import type {
  RemovePlaygroundRequest,
  RemovePlaygroundResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { deletePlayground } from '../../db/playgrounds.ts';
import { administer } from '../../settings/administer.ts';
import { announcePlaygrounds } from '../../settings/announce-definitions.ts';

/** Takes a code playground away (contract, `remove-code-playground`). @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL */
export async function removePlayground(
  ctx: Ctx,
  { playgroundId }: RemovePlaygroundRequest,
  call: Call,
): Promise<RemovePlaygroundResponse> {
  return administer(ctx, call, 'administrators', async (tx) => {
    if (!(await deletePlayground(tx, playgroundId))) throw errors.badRequest('Invalid playground');
    await announcePlaygrounds(tx);
    await audit(tx, call, { action: 'playground.removed', details: { playgroundId } });
    return {};
  });
}
