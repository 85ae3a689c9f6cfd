import { errors } from '@parley/core';
import type { UpdateSettingsRequest, UpdateSettingsResponse } from '@parley/proto/useradmin/v1/people';
import { requirePrincipal } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { givenSettings } from '@parley/settings';
import { insertMailToken } from '../../access/db/mail-tokens.ts';
import { hasFactor } from '../../access/db/second-factors.ts';
import { confirmSession } from '../../access/db/sessions.ts';
import type { PasswordHash } from '../../access/domain/password-hash.ts';
import { hashToken, newToken } from '../../access/domain/secrets.ts';
import { replacePassword } from '../../access/passwords/replace-password.ts';
import { requireOwnPassword, requirePasswords } from '../../access/passwords/with-password.ts';
import { requireMailAllowance } from '../../access/signing-in/mail-limit.ts';
import { audit } from '../../kernel/audit.ts';
import { findUserByEmail } from '../../kernel/db/people.ts';
import { markEdited } from '../../kernel/db/user-settings.ts';
import { isAdministrator } from '../../kernel/domain/authority.ts';
import { checkTimezone } from '../../kernel/domain/languages.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { prove } from '../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { emailChangeMail, letterheadFor, passwordChangedMail } from '../../mails/mail-texts.ts';
import { checkEmail } from '../../people/domain/account-rules.ts';
import { changeAccount, checkNewName, lockExisting, requireChangeableEmail } from '../change-account.ts';
import { type AccountSettings, changeSettings, checkSettings, type Settings } from '../change-settings.ts';
import type { Ctx } from '../context.ts';
import { requireAllowedAddress } from '../joining/allowed-addresses.ts';

const emailTokenLifeSeconds = 24 * 3600;

/**
 * Changes the caller's name, address, password and personal settings. A new address must be confirmed by a link in a mail.
 * @throws BAD_REQUEST, RATE_LIMIT_HIT; the errors of `prove` for a new password or address; PASSWORD_AUTH_DISABLED for a new
 * password
 */
export async function updateSettings(
  ctx: Ctx,
  request: UpdateSettingsRequest,
  scope: DbScope,
): Promise<UpdateSettingsResponse> {
  ctx.writeGuard.check();
  const { userId } = await scope.caller();
  const settings = checkSettings(givenSettings(request.settings));
  const passwordHash = await checkNewPassword(ctx, scope, request);
  await scope.write(async (tx) => {
    const caller = await lockExisting(tx, userId);
    const changes = await decideAccountChanges(tx, caller, request, settings);
    if (Object.keys(changes).length > 0) await changeAccount(tx, caller, changes);
    if (changes.fullName !== undefined) {
      await audit(tx, {
        action: 'user.name_changed',
        userId,
        details: { from: caller.fullName, to: changes.fullName },
      });
    }
    await changeSettings(tx, caller, settings, changes);
    await markEdited(tx, userId, Object.keys(settings));
    if (passwordHash !== undefined) await changePassword(ctx, tx, caller, passwordHash);
    if (request.email !== undefined) await mailAddressConfirmation(ctx, tx, caller, request.email);
  });
  if (settings.presence_enabled !== undefined) {
    await ctx.presence.setVisible(userId, settings.presence_enabled === true);
  }
  ctx.outbox.kick();
  return {};
}

/**
 * Returns the hash of the new password; undefined when the request contains no new password.
 * @throws BAD_REQUEST for a bot, an invalid new password, and a wrong old one; RATE_LIMIT_HIT, PASSWORD_AUTH_DISABLED
 */
async function checkNewPassword(
  ctx: Ctx,
  scope: DbScope,
  { oldPassword, newPassword }: UpdateSettingsRequest,
): Promise<PasswordHash | undefined> {
  if (newPassword === undefined || newPassword === '') return undefined;
  const caller = await scope.caller();
  if (caller.isBot) throw errors.badRequest('Bots have no passwords.');
  await requirePasswords(scope);
  await requireOwnPassword(ctx, scope, caller, oldPassword);
  return ctx.passwords.hashNew(newPassword, { email: caller.deliveryEmail, fullName: caller.fullName });
}

/** Returns the changed fields of the account. @throws BAD_REQUEST when a change is invalid or not permitted */
async function decideAccountChanges(
  tx: TxScope,
  caller: Person,
  { fullName, timezone }: UpdateSettingsRequest,
  settings: Settings,
): Promise<AccountSettings> {
  const changes: AccountSettings = {};
  if (fullName !== undefined && fullName.trim() !== caller.fullName) {
    if ((await tx.settings()).name_changes_disabled && !isAdministrator(caller)) {
      throw errors.badRequest('Name changes are disabled in this organization.');
    }
    changes.fullName = await checkNewName(tx, fullName, caller.userId);
  }
  if (timezone !== undefined && timezone !== caller.timezone) changes.timezone = checkTimezone(timezone);
  const visibility = settings.email_address_visibility;
  if (typeof visibility === 'number' && visibility !== caller.emailAddressVisibility) {
    changes.emailAddressVisibility = visibility;
  }
  return changes;
}

/** Stores a new password, ends the person's other sessions, and notifies the person by mail. */
async function changePassword(
  ctx: Ctx,
  tx: TxScope,
  caller: Person,
  passwordHash: PasswordHash,
): Promise<void> {
  const { sessionId } = requirePrincipal(tx.call);
  // The old password is right, which is what people without a second factor confirm a session with.
  if (sessionId !== undefined && !(await hasFactor(tx, caller.userId))) await confirmSession(tx, sessionId);
  const userId = await prove(tx, 'sign-in', caller.userId);
  await replacePassword(tx, userId, passwordHash, sessionId);
  await audit(tx, { action: 'user.password_changed', userId: caller.userId });
  await ctx.outbox.queue(tx, { mail: passwordChangedMail(caller, await letterheadFor(tx, caller)) });
}

/** Mails a confirmation link to a new address. Opening the link changes the address, if no other account has it by then. */
async function mailAddressConfirmation(ctx: Ctx, tx: TxScope, caller: Person, given: string): Promise<void> {
  if (emailKey(given) === emailKey(caller.deliveryEmail)) return;
  if (caller.isBot) throw errors.badRequest('The address of a bot cannot be changed.');
  await requireChangeableEmail(tx, caller);
  const organization = await tx.organization();
  const email = checkEmail(given, organization.host);
  await requireAllowedAddress(tx, email);
  if (await findUserByEmail(tx, emailKey(email))) throw errors.badRequest('Email is already in use.');
  await requireMailAllowance(tx, `email-change by ${caller.userId}`);
  await requireMailAllowance(tx, `email-change ${emailKey(email)}`);
  const token = newToken();
  await insertMailToken(tx, {
    purpose: 'email-change',
    tokenSha256: hashToken(token),
    userId: caller.userId,
    email: await prove(tx, 'address', email),
    lifeSeconds: emailTokenLifeSeconds,
  });
  const link = `${organization.publicUrl}/confirm-email/${token}`;
  await ctx.outbox.queue(tx, { mail: emailChangeMail(caller, await letterheadFor(tx, caller), email, link) });
}
