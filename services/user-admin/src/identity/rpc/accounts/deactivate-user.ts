import { errors } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { DeactivateUserRequest, DeactivateUserResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import { lockRoles } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import type { Realm } from '../../../kernel/domain/realm.ts';
import { resolveReference } from '../../../kernel/references.ts';
import { changeAccount, lockExisting } from '../../accounts/change-account.ts';
import type { Ctx } from '../../context.ts';
import { endInvitationsOf } from '../../db/invitations.ts';
import { deleteSessionsOf } from '../../db/sessions.ts';
import { countActive, listBots } from '../../db/users.ts';
import { decideDeactivate, decideLeave, managesBot } from '../../domain/people-rules.ts';
import { invitesChanged } from '../../events/people.ts';
import { deactivationMail } from '../../outbox/mail-texts.ts';

const maxCommentLength = 2_000;

/**
 * Somebody, or the caller, is no longer in the organization; nor are their bots (contract, `deactivate-own-user`,
 * `deactivate-user`).
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function deactivateUser(
  ctx: Ctx,
  request: DeactivateUserRequest,
  call: Call,
): Promise<DeactivateUserResponse> {
  ctx.writeGuard.check();
  if (request.comment.length > maxCommentLength) {
    throw errors.badRequest(
      `deactivation_notification_comment is too long (limit: ${maxCommentLength} characters)`,
    );
  }
  await ctx.db.tx(async (tx) => {
    await lockRoles(tx);
    const caller = await requireCaller(tx, call);
    const owners = await countActive(tx, roles.owner);
    const realm = await readRealm(tx, ctx.config);
    const target = request.user ? await resolveReference(tx, realm, caller, request.user) : caller;
    if (request.mustBeBot) requireBot(caller, target);
    if (request.user) decideDeactivate(caller, target, owners);
    else decideLeave(caller, owners, await countActive(tx, roles.guest));
    if (!target.isActive) return;
    await deactivate(tx, realm, call, target);
    if (request.comment.trim() !== '') {
      await ctx.outbox.queue(tx, { mail: deactivationMail(target, realm, request.comment) });
    }
  });
  ctx.outbox.kick();
  return {};
}

/** @throws BAD_REQUEST when it is no bot, or none of the caller's. */
function requireBot(caller: Person, target: Person): void {
  if (!target.isBot) throw errors.badRequest('No such bot');
  if (!managesBot(caller, target)) throw errors.notPermitted();
}

async function deactivate(tx: Tx, realm: Realm, call: Call, target: Person): Promise<void> {
  const bots = target.isBot ? [] : await listBots(tx, target.userId);
  for (const { userId } of [target, ...bots]) {
    const person = await lockExisting(tx, userId);
    if (!person.isActive) continue;
    await changeAccount(tx, realm, call, person, { isActive: false });
    await audit(tx, call, { action: 'user.deactivated', userId });
  }
  await deleteSessionsOf(tx, target.userId);
  if ((await endInvitationsOf(tx, target.userId)) > 0) await emit(tx, invitesChanged([]));
}
