import type { ListPresencesRequest, ListPresencesResponse } from '@parley/proto/useradmin/v1/personal';
import { listContacts } from '../../kernel/db/guest-visibility.ts';
import { isLimited } from '../../kernel/domain/guest-visibility.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Scope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

/** Number of past days whose presences are included. */
const historyDays = 14;

/** Returns all presences of the last 14 days, in the older format of the API. @throws UNAUTHORIZED */
export async function listPresences(
  ctx: Ctx,
  _request: ListPresencesRequest,
  scope: Scope,
): Promise<ListPresencesResponse> {
  const [caller] = await Promise.all([scope.caller(), ctx.presence.include(scope.call)]);
  return {
    fieldsJson: Buffer.concat([
      Buffer.from(`{"server_timestamp":${Date.now() / 1000},"presences":`),
      ...(await presencesFor(ctx, caller, scope)),
      Buffer.from('}'),
    ]),
  };
}

/** Returns a JSON object with the presences that the caller may see, as parts of its text. */
async function presencesFor(ctx: Ctx, caller: Person, scope: Scope): Promise<Iterable<Uint8Array>> {
  const organization = await scope.organization();
  if (organization.settings.presence_disabled) return [Buffer.from('{}')];
  if (!isLimited(organization, caller))
    return (await ctx.presence.everybody(false, historyDays)).presences.parts();
  const visible = (await listContacts(scope, caller.userId)).add(caller.userId);
  return [Buffer.from(ctx.presence.some(false, historyDays, visible).presences)];
}
