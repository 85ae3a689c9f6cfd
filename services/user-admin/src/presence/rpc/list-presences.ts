import type { ListPresencesRequest, ListPresencesResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../kernel/caller.ts';
import { readRealm } from '../../kernel/db/realm.ts';
import { listSharers } from '../../kernel/db/visibility.ts';
import { isLimited } from '../../kernel/domain/visibility.ts';
import type { Ctx } from '../context.ts';

/**
 * When everybody of the last two weeks was last there, in the older format (contract, `get-presence`).
 * @throws UNAUTHORIZED
 */
export async function listPresences(
  ctx: Ctx,
  _request: ListPresencesRequest,
  call: Call,
): Promise<ListPresencesResponse> {
  const caller = await requireCaller(ctx.db, call);
  const realm = await readRealm(ctx.db, ctx.config);
  const only = isLimited(realm, caller)
    ? (await listSharers(ctx.db, caller.userId)).add(caller.userId)
    : undefined;
  const { presences } = ctx.presence.everybody(false, 14, only);
  return {
    fieldsJson: Buffer.from(`{"server_timestamp":${Date.now() / 1000},"presences":${presences}}`),
  };
}
