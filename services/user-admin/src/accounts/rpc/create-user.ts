import type { CreateUserRequest, CreateUserResponse } from '@parley/proto/useradmin/v1/user_admin';
import { isOfOperator } from '@parley/rpc';
import { roles } from '@parley/rules';
import { checkNewName } from '../../accounts/change-account.ts';
import { createAccount } from '../../accounts/create-account.ts';
import type { Ctx } from '../../context.ts';
import { audit } from '../../kernel/audit.ts';
import { recheckAccount } from '../../kernel/caller.ts';
import { proveRole, vouchForRole } from '../../kernel/proof.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { checkEmail, checkFullName, checkRole, decideCreateUser } from '../../people/domain/account-rules.ts';
import { requireAllowedAddress } from '../joining/allowed-addresses.ts';
import { claimStub } from '../joining/claim-stub.ts';
import { queueWelcome } from '../joining/welcome.ts';

/**
 * Creates an account. The caller needs the right to create accounts. Only operators may choose a role. The service `channel`
 * subscribes the person to default channels when it receives the event.
 * @throws BAD_REQUEST when the caller may not create accounts or choose the role, a value is invalid, the name or address is
 * taken, or the organization does not permit the address
 */
export async function createUser(
  ctx: Ctx,
  request: CreateUserRequest,
  scope: DbScope,
): Promise<CreateUserResponse> {
  ctx.writeGuard.check();
  const caller = isOfOperator(scope.call) ? undefined : await scope.caller();
  if (caller) decideCreateUser(caller);
  const role = checkRole(request.role, caller === undefined);
  checkFullName(request.fullName);
  const deliveryEmail = checkEmail(request.email, ctx.config.host);
  const passwordHash = await ctx.passwords.hashNew(request.password, {
    email: deliveryEmail,
    fullName: request.fullName,
    isOperators: caller === undefined,
  });
  const { person } = await scope.write(async (tx) => {
    if (caller) await recheckAccount(tx, caller);
    const fullName = await checkNewName(tx, request.fullName, 0);
    await requireAllowedAddress(tx, deliveryEmail);
    const claim = { address: deliveryEmail, fullName, passwordHash };
    const claimed = role === roles.member ? await claimStub(tx, claim, 'unseen') : undefined;
    if (claimed) {
      await audit(tx, { action: 'user.created', userId: claimed.userId, details: { role: claimed.role } });
      return { person: claimed };
    }
    const created = await createAccount(ctx, tx, {
      deliveryEmail,
      fullName,
      role: caller
        ? await proveRole(tx, role, { isBot: false })
        : vouchForRole(tx, 'operator', role, { isBot: false }),
      passwordHash,
      awaitsSignIn: caller !== undefined,
    });
    const { userId } = created.person;
    await audit(tx, { action: 'user.created', userId, details: { role } });
    await queueWelcome(ctx, tx, created.person, { referrer: undefined, welcomeText: null });
    return created;
  });
  ctx.outbox.kick();
  ctx.telemetry.userCreated(person.userId, caller?.userId);
  return { userId: person.userId };
}
