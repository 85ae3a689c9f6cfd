import { errors, errorText } from '@parley/core';
import type { DeactivateUserRequest, DeactivateUserResponse } from '@parley/proto/useradmin/v1/people';
import { roles } from '@parley/rules';
import { resolveReference } from '../../guest-visibility/find-visible-person.ts';
import { lockRoles } from '../../kernel/db/people.ts';
import { requireAdministrator } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { deactivationMail, letterheadFor } from '../../mails/mail-texts.ts';
import { countActive } from '../../people/db/users.ts';
import {
  decideDeactivate,
  decideDeactivateSelf,
  managesBot,
} from '../../people/domain/account-permissions.ts';
import type { Ctx } from '../context.ts';
import { deactivateAccount } from '../deactivate-account.ts';
import { applyActions, hasActions } from '../deactivation-actions.ts';

const maxCommentLength = 2_000;

/**
 * Deactivates a person and all of their bots, or one bot. Without `user`, deactivates the caller. With `actions`, also removes
 * what the person leaves behind; administrators can repeat this for deactivated people.
 * @throws BAD_REQUEST, CANNOT_DEACTIVATE_LAST_USER; UNAUTHORIZED_PRINCIPAL when only owners may do it, and when the caller is
 * not an administrator and requests actions
 */
export async function deactivateUser(
  ctx: Ctx,
  request: DeactivateUserRequest,
  scope: DbScope,
): Promise<DeactivateUserResponse> {
  if (request.comment.length > maxCommentLength) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'deactivation_notification_comment',
        limit: maxCommentLength,
      }),
    );
  }
  await scope.write(async (tx) => {
    await lockRoles(tx);
    const caller = await tx.caller();
    const owners = await countActive(tx, roles.owner);
    const target = request.user ? await resolveReference(tx, caller, request.user) : caller;
    if (request.mustBeBot) requireBot(caller, target);
    if (request.user) decideDeactivate(caller, target, owners);
    else decideDeactivateSelf(caller, owners, await countActive(tx, roles.guest));
    if (hasActions(request.actions)) requireAdministrator(caller);
    if (target.isActive) await deactivateAccount(tx, target);
    if (hasActions(request.actions)) await applyActions(tx, target, caller.userId, request.actions);
    if (!target.isActive) return;
    if (request.comment.trim() !== '') {
      await ctx.outbox.queue(tx, {
        mail: deactivationMail(target, await letterheadFor(tx, target), request.comment),
      });
    }
  });
  ctx.outbox.kick();
  return {};
}

/** Checks that the account is a bot that the caller may manage. @throws BAD_REQUEST otherwise */
function requireBot(caller: Person, target: Person): void {
  if (!target.isBot) throw errors.badRequest('No such bot');
  if (!managesBot(caller, target)) throw errors.notPermitted();
}
