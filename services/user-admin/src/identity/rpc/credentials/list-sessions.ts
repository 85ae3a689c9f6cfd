import { jsonBytes } from '@parley/core';
import type { ListSessionsRequest, ListSessionsResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { findSession, listSessions as findSessions } from '../../db/sessions.ts';

/** Where the caller is signed in. @throws UNAUTHORIZED */
export async function listSessions(
  ctx: Ctx,
  { tokenSha256 }: ListSessionsRequest,
  call: Call,
): Promise<ListSessionsResponse> {
  const caller = await requireCaller(ctx.db, call);
  const current = await findSession(ctx.db, tokenSha256);
  const sessions = await findSessions(ctx.db, caller.userId);
  const shown = sessions.map((session) => ({
    id: session.sessionId,
    created: session.createdAt,
    last_used: session.lastUsedAt,
    client: session.client,
    address: session.address,
    is_current: session.sessionId === current?.sessionId,
  }));
  return { sessionsJson: jsonBytes(shown) };
}
