import { errors } from '@parley/core';
import { emitAll, uniqueViolation } from '@parley/db';
import type { Audience } from '@parley/proto/events/v1/event';
import { apiEmail, emailKey, roles } from '@parley/rules';
import { effectiveUserSettings } from '@parley/settings';
import { mergeUserSettings } from '../../kernel/db/user-settings.ts';
import { areGuestsLimited } from '../../kernel/domain/guest-visibility.ts';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { audienceOf } from '../../kernel/viewers.ts';
import { directSystemGroups } from '../../organization/domain/groups.ts';
import { groupMembersAdded } from '../../organization/events/groups.ts';
import type { Ctx } from '../context.ts';
import { insertCredentials } from '../db/credentials.ts';
import { putGuest } from '../db/guests.ts';
import { endInvitationsTo } from '../db/invitations.ts';
import { insertUser, nextUserId } from '../db/users.ts';
import { hashApiKey, newApiKey } from '../domain/secrets.ts';
import { botCreated, invitesChanged, userCreated } from '../events/people.ts';

export type NewAccount = {
  deliveryEmail: string;
  fullName: string;
  role: number;
  /** Null for bots, which have no password. */
  passwordHash: string | null;
  bot?: { type: number; ownerId: number; isSystemBot: boolean };
  timezone?: string;
  /** True when the person joins at the first sign-in instead of now. */
  awaitsSignIn?: boolean;
  /** The channels of the invitation. A person who joins without an invitation gets the default channels. */
  invitation?: { channelIds: number[]; includeDefaultChannels: boolean };
};

/**
 * Creates an account with its API key, and emits its events, in the caller's transaction.
 * @throws BAD_REQUEST when the address is taken
 */
export async function createAccount(
  ctx: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  account: NewAccount,
): Promise<{ person: Person; apiKey: string }> {
  const organization = await tx.organization();
  const apiKey = newApiKey();
  // Invitations are locked first, in the same order as when a person joins through one, so that two transactions cannot
  // deadlock.
  const inviterIds = await endInvitationsTo(tx, emailKey(account.deliveryEmail));
  const person = await insertPerson(tx, account);
  await insertCredentials(tx, person.userId, {
    passwordHash: account.passwordHash,
    apiKeySha256: hashApiKey(apiKey),
    apiKeySealed: ctx.sealer.seal(apiKey, person.userId),
  });
  // The account gets a copy, so that later changes of the defaults do not change existing accounts.
  const settings = initialSettings(organization);
  if (!account.bot && Object.keys(settings).length > 0) {
    await mergeUserSettings(tx, person.userId, settings);
  }
  if (person.role === roles.guest) await putGuest(tx, person.userId, areGuestsLimited(organization));
  const audience = await audienceOf(tx, person);
  await emitAll(tx, [
    userCreated(person, audience, account.invitation),
    ...botAndGroupEvents(person, organization, audience),
    ...(inviterIds.length > 0 ? [invitesChanged(inviterIds)] : []),
  ]);
  return { person, apiKey };
}

/** Returns the settings of a new person that differ from the built-in defaults. */
function initialSettings({
  settings,
  userSettingsDefaults,
}: Organization): Readonly<Record<string, unknown>> {
  const { default_language } = settings;
  const isBuiltIn = default_language === effectiveUserSettings().default_language;
  return isBuiltIn ? userSettingsDefaults : { ...userSettingsDefaults, default_language };
}

async function insertPerson(tx: TxScope, account: NewAccount): Promise<Person> {
  const { deliveryEmail, bot } = account;
  const { host, userSettingsDefaults } = await tx.organization();
  const userId = await nextUserId(tx);
  const defaults = effectiveUserSettings(userSettingsDefaults);
  const emailAddressVisibility = bot ? 1 : (defaults.email_address_visibility as number);
  const email = apiEmail({ userId, deliveryEmail, emailAddressVisibility, isBot: bot !== undefined }, host);
  const keys = { email: emailKey(email), deliveryEmail: emailKey(deliveryEmail) };
  try {
    return await insertUser(
      tx,
      {
        userId,
        email,
        deliveryEmail,
        fullName: account.fullName,
        role: account.role,
        isActive: true,
        isBot: bot !== undefined,
        botType: bot?.type ?? 0,
        botOwnerId: bot?.ownerId ?? 0,
        isSystemBot: bot?.isSystemBot ?? false,
        isImportedStub: false,
        avatarSource: 'G',
        avatarUrl: '',
        avatarVersion: 1,
        timezone: account.timezone ?? '',
        emailAddressVisibility,
        canCreateUsers: false,
        canChangeUserEmails: false,
        awaitsSignIn: account.awaitsSignIn ?? false,
      },
      keys,
    );
  } catch (error) {
    if (uniqueViolation(error) === undefined) throw error;
    throw errors.badRequest('Email is already in use.');
  }
}

/** Builds the other events of a new account: those of a bot and of its groups. */
function botAndGroupEvents(
  person: Person,
  { settings, systemGroups }: Organization,
  audience: Partial<Audience>,
) {
  if (person.isSystemBot) return [];
  const isFullMember = settings.waiting_period_threshold === 0;
  const groups = directSystemGroups(person.role, isFullMember);
  return [
    ...(person.isBot ? [botCreated(person)] : []),
    ...groups.map((rule) => groupMembersAdded(systemGroups[rule], [person.userId], audience)),
  ];
}
