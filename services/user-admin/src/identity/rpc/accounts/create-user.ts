import type { CreateUserRequest, CreateUserResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller, requireStill } from '../../../kernel/caller.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { checkNewName } from '../../accounts/change-account.ts';
import { createAccount } from '../../accounts/create-account.ts';
import type { Ctx } from '../../context.ts';
import {
  checkEmail,
  checkFullName,
  checkPassword,
  checkRole,
  decideCreateUser,
} from '../../domain/account-rules.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';
import { welcome } from '../../joining/welcome.ts';

/**
 * An account made by an administrator (contract, POST /users), or by an operator, who may also choose its role.
 * Default channels follow the event.
 */
export async function createUser(
  ctx: Ctx,
  request: CreateUserRequest,
  call: Call,
): Promise<CreateUserResponse> {
  ctx.writeGuard.check();
  const caller = call.principal && (await requireCaller(ctx.db, call));
  if (caller) decideCreateUser(caller);
  const role = checkRole(request.role, caller === undefined);
  checkFullName(request.fullName);
  const deliveryEmail = checkEmail(request.email, ctx.config.host);
  checkPassword(request.password, deliveryEmail);
  const passwordHash = await ctx.passwords.hash(request.password);
  const { person } = await ctx.db.tx(async (tx) => {
    if (caller) await requireStill(tx, caller);
    const realm = await readRealm(tx, ctx.config);
    const fullName = await checkNewName(tx, realm, request.fullName, 0);
    await requireAllowedAddress(tx, realm, deliveryEmail);
    const created = await createAccount(ctx, tx, realm, {
      deliveryEmail,
      fullName,
      role,
      passwordHash,
      awaitsSignIn: caller !== undefined,
    });
    const { userId } = created.person;
    await audit(tx, call, { action: 'user.created', userId, details: { role } });
    await welcome(ctx, tx, realm, created.person, { referrer: undefined, welcomeText: null });
    return created;
  });
  ctx.outbox.kick();
  ctx.telemetry.userCreated(person.userId, caller?.userId);
  return { userId: person.userId };
}
