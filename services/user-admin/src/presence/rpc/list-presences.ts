import type { ListPresencesRequest, ListPresencesResponse } from '@parley/proto/useradmin/v1/personal';
import { jsonObject, type Members, RawJson, type SharedJson, stateOf } from '@parley/registration';
import { listContacts } from '../../guest-visibility/db/contacts.ts';
import { isLimited } from '../../guest-visibility/domain/guest-visibility.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { nobody } from '../tracking/presence-texts.ts';

/** Number of past days whose presences are included. */
const historyDays = 14;

/** Returns the presences of the last 14 days that the caller may see, in the older format of the API. */
export async function listPresences(
  ctx: Ctx,
  { options }: ListPresencesRequest,
  scope: DbScope,
): Promise<ListPresencesResponse> {
  const [caller] = await Promise.all([scope.caller(), ctx.presence.include(scope.call)]);
  const members: Members = new Map();
  members.set('server_timestamp', Date.now() / 1000).set('presences', await presencesFor(ctx, caller, scope));
  return options
    ? { fieldsJson: Buffer.alloc(0), state: stateOf(members, options) }
    : { fieldsJson: jsonObject(members), state: undefined };
}

async function presencesFor(ctx: Ctx, caller: Person, scope: DbScope): Promise<SharedJson | RawJson> {
  const organization = await scope.organization();
  if (organization.settings.presence_disabled) return nobody;
  if (!isLimited(organization, caller)) return (await ctx.presence.everybody(false, historyDays)).presences;
  const visible = (await listContacts(scope, caller.userId)).add(caller.userId);
  return new RawJson(Buffer.from(ctx.presence.some(false, historyDays, visible).presences));
}
