import { errors, firstItem, itemAt } from '@parley/core';
import { emitAll, uniqueViolation } from '@parley/db';
import type { Audience } from '@parley/proto/events/v1/event';
import { apiEmail, type ChannelId, emailKey, roles, type UserId } from '@parley/rules';
import { effectiveUserSettings } from '@parley/settings';
import { insertCredentials } from '../access/db/credentials.ts';
import type { PasswordHash } from '../access/domain/password-hash.ts';
import { hashApiKey, newApiKey } from '../access/domain/secrets.ts';
import { areGuestsLimited } from '../guest-visibility/domain/guest-visibility.ts';
import { audienceAmong, viewersOf } from '../guest-visibility/visible-people.ts';
import { putGuest } from '../guests/db/guests.ts';
import { mergeUserSettings } from '../kernel/db/user-settings.ts';
import type { Organization } from '../kernel/domain/organization.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { ProvenRole } from '../kernel/domain/proof.ts';
import type { TxScope } from '../kernel/scope.ts';
import { directSystemGroups } from '../organization/domain/groups.ts';
import { groupMembersAdded } from '../organization/events/groups.ts';
import { insertUsers, type NewUser, nextUserIds } from '../people/db/users.ts';
import { botCreated, invitesChanged, userCreated } from '../people/events/people.ts';
import type { Ctx } from './context.ts';
import { endInvitationsTo } from './db/invitations.ts';

/** Channels that an invitation gives. The service `channel` checks that the inviter may still add people to them. */
export type GivenChannels = {
  channelIds: ChannelId[];
  includeDefaultChannels: boolean;
  inviterId: UserId | undefined;
};

export type NewAccount = {
  deliveryEmail: string;
  fullName: string;
  role: ProvenRole;
  /** Null when the account has no password, for example for a bot. */
  passwordHash: PasswordHash | null;
  /** A bot. `ownerId` is 0 for a system bot. */
  bot?: { type: number; ownerId: NewUser['botOwnerId']; isSystemBot: boolean };
  timezone?: string;
  /** Whether the person is going to join with their first sign-in, and not now. */
  awaitsSignIn?: boolean;
  /** An account of an import (docs/decisions/moving-in.md). It stays a stub until its person signs in. `joinedAt` 0: now. */
  imported?: { userId: UserId; joinedAt: number; isActive: boolean };
  /** Channels of the invitation. A person without an invitation gets the default channels. */
  invitation?: GivenChannels;
};

/** A new account with its API key. The key is not returned anywhere else. */
export type CreatedAccount = { person: Person; apiKey: string };

/** Must run in the transaction of the request. @throws BAD_REQUEST when another account has the address */
export const createAccount = async (
  ctx: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  account: NewAccount,
): Promise<CreatedAccount> => firstItem(await createAccounts(ctx, tx, [account]));

/**
 * Creates accounts with API keys, and emits their events, in the given order. The number of statements depends only on the number
 * of guests among them. Must run in the transaction of the request.
 * @throws BAD_REQUEST when another account has one of the addresses
 */
export async function createAccounts(
  ctx: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  accounts: readonly NewAccount[],
): Promise<CreatedAccount[]> {
  const organization = await tx.organization();
  // Locks the invitations first, like the code for joining with an invitation. With the same order of locks, the two cannot
  // deadlock.
  const inviterIds = await endInvitationsTo(
    tx,
    accounts.map(({ deliveryEmail }) => emailKey(deliveryEmail)),
  );
  const people = await insertPeople(tx, accounts, organization);
  const created = people.map((person, at) => ({
    account: itemAt(accounts, at),
    person,
    apiKey: newApiKey(),
  }));
  await insertCredentials(
    tx,
    created.map(({ account, person, apiKey }) => ({
      userId: person.userId,
      passwordHash: account.passwordHash,
      apiKeySha256: hashApiKey(apiKey),
      apiKeySealed: ctx.sealer.seal(apiKey, person.userId),
    })),
  );
  // Copies the defaults into the new accounts, so that later changes of the defaults do not affect these accounts.
  const settings = initialSettings(organization);
  const settled = people.filter(({ isBot }) => !isBot).map(({ userId }) => userId);
  if (settled.length > 0 && Object.keys(settings).length > 0) await mergeUserSettings(tx, settled, settings);
  for (const { userId, role } of people) {
    if (role === roles.guest) await putGuest(tx, userId, areGuestsLimited(organization));
  }
  const viewers = await viewersOf(
    tx,
    people.map(({ userId }) => userId),
  );
  const events = created.flatMap(({ account, person }) => {
    const audience = audienceAmong(person.userId, viewers);
    return [
      userCreated(person, audience, account.invitation),
      ...botAndGroupEvents(person, organization, audience),
    ];
  });
  await emitAll(tx, inviterIds.length > 0 ? [...events, invitesChanged(inviterIds)] : events);
  return created.map(({ person, apiKey }) => ({ person, apiKey }));
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

async function insertPeople(
  tx: TxScope,
  accounts: readonly NewAccount[],
  { host, userSettingsDefaults }: Organization,
): Promise<Person[]> {
  const isImport = accounts.every(({ imported }) => imported !== undefined);
  const userIds = isImport ? [] : await nextUserIds(tx, accounts.length);
  const defaults = effectiveUserSettings(userSettingsDefaults);
  const people = accounts.map(({ bot, deliveryEmail, ...account }, at) => {
    const { imported } = account;
    const userId = imported?.userId ?? itemAt(userIds, at);
    const emailAddressVisibility = bot ? 1 : defaults.email_address_visibility;
    const isBot = bot !== undefined;
    return {
      userId,
      email: apiEmail({ userId, deliveryEmail, emailAddressVisibility, isBot }, host),
      deliveryEmail,
      fullName: account.fullName,
      role: account.role,
      isActive: imported?.isActive ?? true,
      isBot,
      botType: bot?.type ?? 0,
      botOwnerId: bot?.ownerId ?? (0 as const),
      isSystemBot: bot?.isSystemBot ?? false,
      isImportedStub: imported !== undefined && !isBot,
      avatarSource: 'G',
      avatarUrl: '',
      avatarVersion: 1,
      timezone: account.timezone ?? '',
      emailAddressVisibility,
      canCreateUsers: false,
      canChangeUserEmails: false,
      awaitsSignIn: account.awaitsSignIn ?? false,
      importedAt: imported?.joinedAt ?? 0,
    };
  });
  try {
    return await insertUsers(tx, people);
  } catch (error) {
    if (uniqueViolation(error) === undefined) throw error;
    throw errors.badRequest('Email is already in use.');
  }
}

/** Returns the further events for a new account: about its groups, and for a bot `botCreated`. A system bot has none. */
function botAndGroupEvents(
  person: Person,
  { settings, systemGroups }: Organization,
  audience: Partial<Audience>,
) {
  if (person.isSystemBot || !person.isActive) return [];
  const isFullMember = settings.waiting_period_threshold === 0;
  const groups = directSystemGroups(person.role, isFullMember);
  return [
    ...(person.isBot ? [botCreated(person)] : []),
    ...groups.map((rule) => groupMembersAdded(systemGroups[rule], [person.userId], audience)),
  ];
}
