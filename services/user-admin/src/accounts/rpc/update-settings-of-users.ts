import { errors, errorText, partsOf } from '@parley/core';
import type {
  UpdateSettingsOfUsersRequest,
  UpdateSettingsOfUsersResponse,
} from '@parley/proto/useradmin/v1/people';
import type { UserId } from '@parley/rules';
import { givenSettings } from '@parley/settings';
import { firstProtected } from '../../access/domain/protected-settings.ts';
import { audit } from '../../kernel/audit.ts';
import { editedSettings } from '../../kernel/db/user-settings.ts';
import { noSuchUser, requireAdministrator } from '../../kernel/domain/authority.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { membersOfGroups } from '../../organization/groups/all-members.ts';
import { peopleAmong } from '../../people/db/users.ts';
import { lockExisting } from '../change-account.ts';
import { changeSettings, checkSettings, type Settings } from '../change-settings.ts';
import type { Ctx } from '../context.ts';

/** Maximum number of people in one request, and in one transaction. */
const maxPeople = 20_000;
const peopleAtOnce = 100;

/**
 * Changes personal settings of other people, for administrators. Bots are left out. The people are changed in several
 * transactions: a request that failed in between can be repeated.
 * @throws BAD_REQUEST for a person or group that does not exist, for too many people, no people, and for a setting that only
 * the person can change; UNAUTHORIZED_PRINCIPAL when the caller is not an administrator
 */
export async function updateSettingsOfUsers(
  ctx: Ctx,
  request: UpdateSettingsOfUsersRequest,
  scope: DbScope,
): Promise<UpdateSettingsOfUsersResponse> {
  ctx.writeGuard.check();
  requireAdministrator(await scope.caller());
  const settings = checkSettings(givenSettings(request.settings));
  const refused = firstProtected(Object.keys(settings));
  if (refused !== undefined) {
    throw errors.badRequest(errorText('Only the user can change {parameter}.', { parameter: refused }));
  }
  const userIds = await targetIds(scope, request);
  for (const part of partsOf(userIds, peopleAtOnce)) {
    await scope.write(async (tx) => {
      // The caller may have lost the role since the previous transaction.
      requireAdministrator(await tx.caller());
      for (const userId of part) await changeFor(tx, userId, settings, request.skipIfAlreadyEdited);
    });
  }
  ctx.outbox.kick();
  return {};
}

/** Returns the IDs of the people whose settings change, in ascending order. */
async function targetIds(
  scope: DbScope,
  { userIds, groupIds }: UpdateSettingsOfUsersRequest,
): Promise<number[]> {
  if (userIds.length === 0 && groupIds.length === 0) {
    throw errors.badRequest('target_users names neither users nor groups.');
  }
  const given = await peopleAmong(scope, userIds);
  if (given.length < new Set(userIds).size) throw noSuchUser();
  const members = await membersOfGroups(scope, groupIds);
  const known = await peopleAmong(scope, [...members]);
  const people = [...given, ...known].filter(({ isBot }) => !isBot).map(({ userId }) => userId);
  const ids = [...new Set(people)].sort((one, other) => one - other);
  if (ids.length > maxPeople) {
    throw errors.badRequest(errorText('At most {limit} users can be changed at once.', { limit: maxPeople }));
  }
  return ids;
}

async function changeFor(
  tx: TxScope,
  userId: UserId,
  settings: Settings,
  skipsEdited: boolean,
): Promise<void> {
  const person = await lockExisting(tx, userId);
  const edited = new Set(skipsEdited ? await editedSettings(tx, userId) : []);
  const wanted = Object.fromEntries(Object.entries(settings).filter(([name]) => !edited.has(name)));
  if (Object.keys(wanted).length === 0) return;
  await changeSettings(tx, person, wanted, {});
  await audit(
    tx,
    ...Object.entries(wanted).map(([setting, to]) => ({
      action: 'user.settings_changed',
      userId,
      details: { setting, to },
    })),
  );
}
