import { errors } from '@parley/core';
import type { SetUpRequest, SetUpResponse } from '@parley/proto/useradmin/v1/joining';
import { checkOrganizationName } from '@parley/settings';
import { openSession } from '../../../access/sessions/open-session.ts';
import { auditAs } from '../../../kernel/audit.ts';
import { knownTimezone } from '../../../kernel/domain/languages.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { checkEmail, checkFullName } from '../../../people/domain/account-rules.ts';
import type { Ctx } from '../../context.ts';
import { findSetupSalt, hasOrganization } from '../../db/first-run.ts';
import { isSetupSecret } from '../../domain/setup-secret.ts';
import { foundOrganization } from '../../first-run/found-organization.ts';

const exists = () => errors.badRequest('The organization was already created. Log in.');

/** The request must contain the secret of the setup link. @throws BAD_REQUEST */
export async function setUp(ctx: Ctx, request: SetUpRequest, scope: DbScope): Promise<SetUpResponse> {
  if (await hasOrganization(scope)) throw exists();
  const salt = await findSetupSalt(scope);
  if (!salt || !isSetupSecret(request.secret, salt, ctx.config.secretKeys)) {
    throw errors.badRequest('The setup secret is wrong. The log of the server contains the right one.');
  }
  const name = checkOrganizationName(request.organization);
  const fullName = checkFullName(request.fullName);
  const deliveryEmail = checkEmail(request.email, ctx.config.host);
  const timezone = knownTimezone(request.timezone);
  // Without passwords, the owner signs in later with a provider, which finds the account by its address.
  const passwordHash = ctx.config.signIn.password
    ? await ctx.passwords.hashNew(request.password, { email: deliveryEmail, fullName })
    : null;
  const response = await scope.write(async (tx) => {
    const owner = await foundOrganization(ctx, tx, name, { deliveryEmail, fullName, passwordHash, timezone });
    if (!owner) throw exists();
    await auditAs(tx, owner.userId, { action: 'organization.created', userId: owner.userId });
    return { userId: owner.userId, session: await openSession(tx, owner.userId) };
  });
  ctx.telemetry.userCreated(response.userId, undefined);
  return response;
}
