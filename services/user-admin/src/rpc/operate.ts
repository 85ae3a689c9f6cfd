/** What operators of the server do about people, from the command line. */
import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { emailKey } from '@parley/directory/rules';
import type {
  ListApiKeysRequest,
  ListApiKeysResponse,
  RevokeApiKeyRequest,
  RevokeApiKeyResponse,
  SetPasswordRequest,
  SetPasswordResponse,
} from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { accountKeyOf } from '../accounts.ts';
import { renewApiKey } from '../api-keys.ts';
import { audit } from '../audit.ts';
import type { Ctx } from '../context.ts';
import { listApiKeyHolders, replacePassword } from '../db/credentials.ts';
import { deleteFailures } from '../db/failed-sign-ins.ts';
import { deleteSessionsOf } from '../db/sessions.ts';
import { findUserByEmail } from '../db/users.ts';
import { checkPassword } from '../domain/account-rules.ts';
import { noSuchUser } from '../domain/change-rules.ts';
import type { Person } from '../domain/person.ts';
import { requireOperator } from './caller.ts';

/** A new password for somebody; their browsers are signed out. */
export async function setPassword(
  ctx: Ctx,
  { email, password }: SetPasswordRequest,
  call: Call,
): Promise<SetPasswordResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  checkPassword(password, email);
  const passwordHash = await ctx.passwords.hash(password);
  return ctx.db.tx(async (tx) => {
    const { userId, isBot, deliveryEmail } = await requirePerson(tx, email);
    if (isBot) throw errors.badRequest('Bots have no passwords.');
    await replacePassword(tx, userId, passwordHash);
    await deleteSessionsOf(tx, userId);
    await deleteFailures(tx, accountKeyOf(deliveryEmail));
    await audit(tx, call, { action: 'user.password_set', userId });
    return { userId };
  });
}

/** Somebody's key ends; they fetch the new one with their password. */
export async function revokeApiKey(
  ctx: Ctx,
  { email }: RevokeApiKeyRequest,
  call: Call,
): Promise<RevokeApiKeyResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    const { userId } = await requirePerson(tx, email);
    await renewApiKey(ctx, tx, call, userId);
    return { userId };
  });
}

const pageSize = 1_000;

/** Who has a key and since when, a page at a time. */
export async function listApiKeys(
  ctx: Ctx,
  { afterUserId }: ListApiKeysRequest,
  call: Call,
): Promise<ListApiKeysResponse> {
  requireOperator(call);
  return { holders: await listApiKeyHolders(ctx.db, { afterUserId, limit: pageSize }) };
}

async function requirePerson(tx: Tx, email: string): Promise<Person> {
  const person = await findUserByEmail(tx, emailKey(email));
  if (!person || person.isSystemBot) throw noSuchUser();
  return person;
}
