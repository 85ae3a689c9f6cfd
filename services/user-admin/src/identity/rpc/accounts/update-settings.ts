import { errors } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { UpdateSettingsRequest, UpdateSettingsResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { effectiveUserSettings, ownSettingSchema } from '@parley/settings';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import { findUserByEmail } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { findUserSettings, mergeUserSettings } from '../../../kernel/db/user-settings.ts';
import { isAdministrator } from '../../../kernel/domain/authority.ts';
import { checkLanguage, checkTimezone } from '../../../kernel/domain/languages.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import type { Realm } from '../../../kernel/domain/realm.ts';
import { settingsChanged } from '../../../kernel/events/user-settings.ts';
import { awayChanged } from '../../../presence/presence-setting.ts';
import {
  changeAccount,
  checkNewName,
  lockExisting,
  requireChangeableEmail,
} from '../../accounts/change-account.ts';
import type { Ctx } from '../../context.ts';
import { requireMailable } from '../../credentials/mail-limit.ts';
import { replacePassword } from '../../credentials/replace-password.ts';
import { requireOwnPassword } from '../../credentials/with-password.ts';
import { insertMailToken } from '../../db/mail-tokens.ts';
import { checkEmail, checkPassword } from '../../domain/account-rules.ts';
import { hashToken, newToken } from '../../domain/sealing.ts';
import { concernsWriting, writingSettingsOf } from '../../domain/writing-settings.ts';
import { exportConsentChanged, writingSettingsChanged } from '../../events/people.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';
import { emailChangeMail, passwordChangedMail } from '../../outbox/mail-texts.ts';

const emailTokenLifeSeconds = 24 * 3600;

/**
 * The caller changes their name, address, password, and personal settings (contract, PATCH /settings).
 * @throws BAD_REQUEST, RATE_LIMIT_HIT, UNAUTHORIZED
 */
export async function updateSettings(
  ctx: Ctx,
  request: UpdateSettingsRequest,
  call: Call,
): Promise<UpdateSettingsResponse> {
  ctx.writeGuard.check();
  const asker = await requireCaller(ctx.db, call);
  const settings = checkSettings(request.settingsJson);
  const passwordHash = await checkNewPassword(ctx, asker, request, call);
  await ctx.db.tx(async (tx) => {
    const realm = await readRealm(tx, ctx.config);
    const caller = await lockExisting(tx, asker.userId);
    const changes = await accountChanges(tx, realm, caller, request, settings);
    if (Object.keys(changes).length > 0) await changeAccount(tx, realm, call, caller, changes);
    if (changes.fullName !== undefined) {
      await audit(tx, call, {
        action: 'user.name_changed',
        userId: caller.userId,
        details: { from: caller.fullName, to: changes.fullName },
      });
    }
    await changeSettings(tx, realm, caller, settings, changes);
    if (passwordHash !== undefined) await changePassword(ctx, tx, realm, caller, passwordHash, call);
    if (request.email !== undefined) await offerEmail(ctx, tx, realm, caller, request.email);
  });
  if (settings.presence_enabled !== undefined) {
    await ctx.presence.toggled(asker.userId, settings.presence_enabled === true);
  }
  ctx.outbox.kick();
  return {};
}

type Settings = Readonly<Record<string, unknown>>;

/** @throws BAD_REQUEST naming the first value that is none */
function checkSettings(json: Uint8Array): Settings {
  const given = json.length === 0 ? {} : (JSON.parse(Buffer.from(json).toString()) as Settings);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const parsed = ownSettingSchema(name)?.safeParse(value);
      if (!parsed?.success) throw errors.badRequest(`Invalid ${name}`);
      if (name === 'default_language') checkLanguage(parsed.data as string);
      return [name, parsed.data];
    }),
  );
}

/** The hash of a password that may be set; undefined when none is to be. @throws BAD_REQUEST, RATE_LIMIT_HIT */
async function checkNewPassword(
  ctx: Ctx,
  caller: Person,
  { oldPassword, newPassword }: UpdateSettingsRequest,
  call: Call,
): Promise<string | undefined> {
  if (newPassword === undefined || newPassword === '') return undefined;
  if (caller.isBot) throw errors.badRequest('Bots have no passwords.');
  checkPassword(newPassword, caller.deliveryEmail);
  await requireOwnPassword(ctx, caller, oldPassword, call);
  return ctx.passwords.hash(newPassword);
}

/** Changes of the account itself. */
async function accountChanges(
  tx: Tx,
  realm: Realm,
  caller: Person,
  { fullName, timezone }: UpdateSettingsRequest,
  settings: Settings,
): Promise<Partial<Person>> {
  const changes: Partial<Person> = {};
  if (fullName !== undefined && fullName.trim() !== caller.fullName) {
    if (realm.settings.name_changes_disabled && !isAdministrator(caller)) {
      throw errors.badRequest('Name changes are disabled in this organization.');
    }
    changes.fullName = await checkNewName(tx, realm, fullName, caller.userId);
  }
  if (timezone !== undefined && timezone !== caller.timezone) changes.timezone = checkTimezone(timezone);
  const visibility = settings.email_address_visibility as number | undefined;
  if (visibility !== undefined && visibility !== caller.emailAddressVisibility) {
    changes.emailAddressVisibility = visibility;
  }
  return changes;
}

/** Stores what differs and tells the person's other clients. */
async function changeSettings(
  tx: Tx,
  realm: Realm,
  caller: Person,
  given: Settings,
  account: Partial<Person>,
): Promise<void> {
  const { email_address_visibility: _, ...wanted } = given;
  const stored = await findUserSettings(tx, caller.userId);
  const before = effectiveUserSettings(stored);
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before[name] !== value),
  );
  if (Object.keys(wanted).length > 0) await mergeUserSettings(tx, caller.userId, wanted);
  await emitAll(tx, [
    ...settingsChanged(caller.userId, {
      ...changed,
      ...(account.timezone !== undefined && { timezone: account.timezone }),
      ...(account.emailAddressVisibility !== undefined && {
        email_address_visibility: account.emailAddressVisibility,
      }),
    }),
    ...(concernsWriting(changed)
      ? [writingSettingsChanged(writingSettingsOf(caller.userId, { ...stored, ...wanted }))]
      : []),
    ...('allow_private_data_export' in changed
      ? [exportConsentChanged(caller.userId, changed.allow_private_data_export === true)]
      : []),
    ...('presence_enabled' in changed
      ? [await awayChanged(tx, realm, caller, !changed.presence_enabled)]
      : []),
  ]);
}

/** Other browsers are signed out; the person hears of it by mail. */
async function changePassword(
  ctx: Ctx,
  tx: Tx,
  realm: Realm,
  caller: Person,
  passwordHash: string,
  call: Call,
): Promise<void> {
  await replacePassword(tx, caller.userId, passwordHash);
  await audit(tx, call, { action: 'user.password_changed', userId: caller.userId });
  await ctx.outbox.queue(tx, { mail: passwordChangedMail(caller, realm) });
}

/** A new address counts once its mail was read. Whether somebody else has it shows when the link is followed. */
async function offerEmail(ctx: Ctx, tx: Tx, realm: Realm, caller: Person, given: string): Promise<void> {
  if (emailKey(given) === emailKey(caller.deliveryEmail)) return;
  if (caller.isBot) throw errors.badRequest('Bots keep their address.');
  requireChangeableEmail(realm, caller);
  const email = checkEmail(given, realm.host);
  await requireAllowedAddress(tx, realm, email);
  if (await findUserByEmail(tx, emailKey(email))) throw errors.badRequest('Email is already in use.');
  // Nobody floods a mailbox, nor many.
  await requireMailable(tx, `email-change by ${caller.userId}`);
  await requireMailable(tx, `email-change ${emailKey(email)}`);
  const token = newToken();
  await insertMailToken(tx, {
    purpose: 'email-change',
    tokenSha256: hashToken(token),
    userId: caller.userId,
    email,
    lifeSeconds: emailTokenLifeSeconds,
  });
  const link = `${realm.publicUrl}/confirm-email/${token}`;
  await ctx.outbox.queue(tx, { mail: emailChangeMail(caller, realm, email, link) });
}
