import type { ListPresencesRequest, ListPresencesResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../accounts/caller.ts';
import type { Ctx } from '../../context.ts';

/** Everybody of the last two weeks, in the older format. */
export async function listPresences(
  ctx: Ctx,
  _request: ListPresencesRequest,
  call: Call,
): Promise<ListPresencesResponse> {
  await requireCaller(ctx.db, call);
  const { presences } = ctx.presence.everybody(false, 14);
  return {
    fieldsJson: Buffer.from(`{"server_timestamp":${Date.now() / 1000},"presences":${presences}}`),
  };
}
