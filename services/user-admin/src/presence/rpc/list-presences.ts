import type { ListPresencesRequest, ListPresencesResponse } from '@parley/proto/useradmin/v1/personal';
import { listContacts } from '../../kernel/db/guest-visibility.ts';
import { isLimited } from '../../kernel/domain/guest-visibility.ts';
import type { Scope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

/** The answer contains presences of this many days. */
const historyDays = 14;

/** Returns all presences of the last two weeks, in the older format. @throws UNAUTHORIZED */
export async function listPresences(
  ctx: Ctx,
  _request: ListPresencesRequest,
  scope: Scope,
): Promise<ListPresencesResponse> {
  const [caller] = await Promise.all([scope.caller(), ctx.presence.include(scope.call)]);
  const visible = isLimited(await scope.organization(), caller)
    ? (await listContacts(scope, caller.userId)).add(caller.userId)
    : undefined;
  const { presences } = (await scope.settings()).presence_disabled
    ? { presences: '{}' }
    : ctx.presence.everybody(false, historyDays, visible);
  return {
    fieldsJson: Buffer.from(`{"server_timestamp":${Date.now() / 1000},"presences":${presences}}`),
  };
}
