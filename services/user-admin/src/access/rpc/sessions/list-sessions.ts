import type { Session } from '@parley/api';
import { jsonBytes } from '@parley/core';
import type { ListSessionsRequest, ListSessionsResponse } from '@parley/proto/useradmin/v1/joining';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findSession, listSessions as findSessions } from '../../db/sessions.ts';

/** Returns the caller's browser sessions. */
export async function listSessions(
  _ctx: Ctx,
  { tokenSha256 }: ListSessionsRequest,
  scope: DbScope,
): Promise<ListSessionsResponse> {
  const caller = await scope.caller();
  const current = await findSession(scope, tokenSha256);
  const sessions = await findSessions(scope, caller.userId);
  const shown = sessions.map(
    (session): Session => ({
      id: session.sessionId,
      created: session.createdAt,
      last_used: session.lastUsedAt,
      client: session.client,
      address: session.address,
      is_current: session.sessionId === current?.sessionId,
    }),
  );
  return { sessionsJson: jsonBytes(shown) };
}
