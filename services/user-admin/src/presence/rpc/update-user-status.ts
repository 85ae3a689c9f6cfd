import { errors, keysOf } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { UpdateUserStatusRequest, UpdateUserStatusResponse } from '@parley/proto/useradmin/v1/personal';
import { requirePrincipal } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { audienceOf } from '../../guest-visibility/visible-people.ts';
import { audit, valuesChanged } from '../../kernel/audit.ts';
import { changeOwnData } from '../../kernel/change-own-data.ts';
import { lockUser } from '../../kernel/db/people.ts';
import { isAdministrator, noSuchUser } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { listEmoji } from '../../organization/db/emoji.ts';
import type { Ctx } from '../context.ts';
import { deleteUserStatus, findUserStatus, putUserStatus } from '../db/user-statuses.ts';
import { changedParts, decideStatus, noStatus, type UserStatus } from '../domain/user-status.ts';
import { userStatusChanged } from '../events/user-status.ts';
import { setPresenceEnabled } from '../presence-setting.ts';

/**
 * Changes the caller's status. Administrators may also change the status of other people. The same change again emits nothing,
 * so a call can be repeated when the outcome of its commit is unknown.
 * @throws BAD_REQUEST when the request contains no new value, the text is too long, the emoji is invalid, the caller may not
 * change the status of the other person, or no such person is active
 */
export async function updateUserStatus(
  ctx: Ctx,
  request: UpdateUserStatusRequest,
  scope: DbScope,
): Promise<UpdateUserStatusResponse> {
  const { statusText, emojiName, emojiCode, reactionType, away, endsAt } = request;
  const isEmpty = [statusText, emojiName, emojiCode, reactionType, away, endsAt].every(
    (part) => part === undefined,
  );
  if (isEmpty) throw errors.badRequest('Client did not pass any new values.');
  const { userId } = requirePrincipal(scope.call);
  await changeOwnData(scope, async (tx, caller) => {
    const isOther = request.userId !== 0 && request.userId !== caller.userId;
    const target = isOther ? await lockOtherPerson(tx, caller, request.userId) : caller;
    const { before, after } = await changeStatus(tx, target, request);
    const changes = differences(before, after);
    if (isOther && Object.keys(changes).length > 0) {
      const details = valuesChanged(before, changes);
      await audit(tx, { action: 'user.status_changed', userId: target.userId, details });
    }
    if (away !== undefined && !isOther) await setPresenceEnabled(tx, caller, !away);
  });
  if (away !== undefined) await ctx.presence.setVisible(userId, !away);
  return {};
}

/** @throws BAD_REQUEST when the caller is not an administrator, or the person is not active or a system bot */
async function lockOtherPerson(tx: Tx, caller: Person, userId: UserId): Promise<Person> {
  if (!isAdministrator(caller)) throw errors.notPermitted();
  const target = await lockUser(tx, userId);
  if (!target?.isActive || target.isSystemBot) throw noSuchUser();
  return target;
}

function differences(before: UserStatus, after: UserStatus): Partial<UserStatus> {
  const parts = keysOf(after).filter((part) => before[part] !== after[part]);
  return Object.fromEntries(parts.map((part) => [part, after[part]]));
}

async function changeStatus(
  tx: TxScope,
  person: Person,
  request: UpdateUserStatusRequest,
): Promise<{ before: UserStatus; after: UserStatus }> {
  const { userId } = person;
  const before = (await findUserStatus(tx, userId)) ?? noStatus;
  const emoji = request.emojiName ? await listEmoji(tx) : [];
  const after = decideStatus(before, request, (name) => {
    const custom = emoji.find((each) => each.name === name && !each.isDeactivated);
    return custom && String(custom.id);
  });
  if (after.statusText === '' && after.emojiName === '') await deleteUserStatus(tx, userId);
  else await putUserStatus(tx, userId, after, request.endsAt ? new Date(request.endsAt * 1000) : undefined);
  if (Object.keys(differences(before, after)).length > 0) {
    await emit(tx, userStatusChanged(userId, await audienceOf(tx, person), changedParts(after, request)));
  }
  return { before, after };
}
