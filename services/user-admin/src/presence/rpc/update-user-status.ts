import { errors } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { UpdateUserStatusRequest, UpdateUserStatusResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { audit } from '../../kernel/audit.ts';
import { changeOwn } from '../../kernel/change-own.ts';
import { lockUser } from '../../kernel/db/people.ts';
import { readRealm } from '../../kernel/db/realm.ts';
import { isAdministrator, noSuchUser } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { whoSees } from '../../kernel/viewers.ts';
import { listEmoji } from '../../organization/db/emoji.ts';
import type { Ctx } from '../context.ts';
import { deleteUserStatus, findUserStatus, putUserStatus } from '../db/user-statuses.ts';
import { changedParts, decideStatus, noStatus } from '../domain/user-status.ts';
import { userStatusChanged } from '../events/user-status.ts';
import { setPresenceEnabled } from '../presence-setting.ts';

/**
 * The caller's own status, or for administrators another person's (contract, `update-status`,
 * `update-status-for-user`). Everybody hears of it.
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function updateUserStatus(
  ctx: Ctx,
  request: UpdateUserStatusRequest,
  call: Call,
): Promise<UpdateUserStatusResponse> {
  const { statusText, emojiName, emojiCode, reactionType, away } = request;
  const isEmpty = [statusText, emojiName, emojiCode, reactionType, away].every((part) => part === undefined);
  if (isEmpty) throw errors.badRequest('Client did not pass any new values.');
  await changeOwn(ctx, call, async (tx, caller) => {
    const realm = await readRealm(tx, ctx.config);
    const isOther = request.userId !== 0 && request.userId !== caller.userId;
    const target = isOther ? await otherPerson(tx, caller, request.userId) : caller;
    if (isOther) await audit(tx, call, { action: 'user.status_changed', userId: target.userId });
    await changeStatus(tx, realm, target, request);
    if (away !== undefined && !isOther) await setPresenceEnabled(tx, realm, caller, !away);
  });
  if (away !== undefined && call.principal) await ctx.presence.toggled(call.principal.userId, !away);
  return {};
}

/** @throws BAD_REQUEST for who is no administrator, and for nobody */
async function otherPerson(tx: Tx, caller: Person, userId: number): Promise<Person> {
  if (!isAdministrator(caller)) throw errors.notPermitted();
  const target = await lockUser(tx, userId);
  if (!target?.isActive || target.isSystemBot) throw noSuchUser();
  return target;
}

async function changeStatus(
  tx: Tx,
  realm: Realm,
  person: Person,
  request: UpdateUserStatusRequest,
): Promise<void> {
  const { userId } = person;
  const before = (await findUserStatus(tx, userId)) ?? noStatus;
  const emoji = request.emojiName ? await listEmoji(tx) : [];
  const after = decideStatus(before, request, (name) => {
    const own = emoji.find((each) => each.name === name && !each.isDeactivated);
    return own && String(own.id);
  });
  if (after.statusText === '' && after.emojiName === '') await deleteUserStatus(tx, userId);
  else await putUserStatus(tx, userId, after);
  const parts = changedParts(after, request);
  if (Object.keys(parts).length === 0) return;
  await emit(tx, userStatusChanged(userId, await whoSees(tx, realm, person), parts));
}
