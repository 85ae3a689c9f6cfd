import { errors } from '@parley/core';
import type { AddPlaygroundRequest, AddPlaygroundResponse } from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { insertPlayground, listPlaygrounds, maxPlaygrounds } from '../../db/playgrounds.ts';
import { checkPlayground } from '../../domain/playgrounds.ts';
import { administer } from '../../settings/administer.ts';
import { announcePlaygrounds } from '../../settings/announce-definitions.ts';

/** A new code playground (specification, 17). @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED */
export async function addPlayground(
  ctx: Ctx,
  request: AddPlaygroundRequest,
  call: Call,
): Promise<AddPlaygroundResponse> {
  return administer(ctx, call, 'administrators', async (tx) => {
    const draft = checkPlayground(request);
    if ((await listPlaygrounds(tx)).length >= maxPlaygrounds) {
      throw errors.badRequest(`At most ${maxPlaygrounds} playgrounds are possible.`);
    }
    const playgroundId = await insertPlayground(tx, draft);
    await announcePlaygrounds(tx);
    await audit(tx, call, { action: 'playground.added', details: { playgroundId, ...draft } });
    return { playgroundId };
  });
}
