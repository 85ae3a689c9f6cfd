import { errors } from '@parley/core';
import { emitAll, type Tx, uniqueViolation } from '@parley/db';
import type { Audience } from '@parley/proto/events/v1/event';
import { apiEmail, emailKey, roles } from '@parley/rules';
import { effectiveUserSettings } from '@parley/settings';
import { mergeUserSettings } from '../../kernel/db/user-settings.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { areGuestsLimited } from '../../kernel/domain/visibility.ts';
import { whoSees } from '../../kernel/viewers.ts';
import { directSystemGroups } from '../../organization/domain/groups.ts';
import { groupMembersAdded } from '../../organization/events/groups.ts';
import type { Ctx } from '../context.ts';
import { insertCredentials } from '../db/credentials.ts';
import { putGuest } from '../db/guests.ts';
import { endInvitationsTo } from '../db/invitations.ts';
import { insertUser, nextUserId } from '../db/users.ts';
import { hashApiKey, newApiKey } from '../domain/sealing.ts';
import { botCreated, invitesChanged, userCreated } from '../events/people.ts';

export type NewAccount = {
  deliveryEmail: string;
  fullName: string;
  role: number;
  /** Null for bots. */
  passwordHash: string | null;
  bot?: { type: number; ownerId: number; isSystemBot: boolean };
  timezone?: string;
  /** They join when they sign in, not now. */
  awaitsSignIn?: boolean;
  /** What they were invited to; without it they get the default channels. */
  invitation?: { channelIds: number[]; includeDefaultChannels: boolean };
};

/**
 * Everything that a new account is: its row, its key, and the events that tell of it; in the caller's
 * transaction. @throws BAD_REQUEST when the address is taken.
 */
export async function createAccount(
  ctx: Ctx,
  tx: Tx,
  realm: Realm,
  account: NewAccount,
): Promise<{ person: Person; apiKey: string }> {
  const apiKey = newApiKey();
  // Whoever has an account is invited no more. First, as those do who follow an invitation: nobody waits crosswise.
  const inviters = await endInvitationsTo(tx, emailKey(account.deliveryEmail));
  const person = await insertPerson(tx, realm, account);
  await insertCredentials(tx, person.userId, {
    passwordHash: account.passwordHash,
    apiKeySha256: hashApiKey(apiKey),
    apiKeySealed: ctx.sealer.seal(apiKey, person.userId),
  });
  // Their own from here on: another default later changes nothing for those who are there.
  if (!account.bot && Object.keys(realm.userSettingsDefaults).length > 0) {
    await mergeUserSettings(tx, person.userId, realm.userSettingsDefaults);
  }
  if (person.role === roles.guest) await putGuest(tx, person.userId, areGuestsLimited(realm));
  const audience = await whoSees(tx, realm, person);
  await emitAll(tx, [
    userCreated(person, audience, account.invitation),
    ...eventsBeside(person, realm, audience),
    ...(inviters.length > 0 ? [invitesChanged(inviters)] : []),
  ]);
  return { person, apiKey };
}

async function insertPerson(tx: Tx, realm: Realm, account: NewAccount): Promise<Person> {
  const { deliveryEmail, bot } = account;
  const userId = await nextUserId(tx);
  const defaults = effectiveUserSettings(realm.userSettingsDefaults);
  const emailAddressVisibility = bot ? 1 : (defaults.email_address_visibility as number);
  const email = apiEmail(
    { userId, deliveryEmail, emailAddressVisibility, isBot: bot !== undefined },
    realm.host,
  );
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

/** What clients hear of a new person beside `realm_user`. */
function eventsBeside(person: Person, { settings, systemGroups }: Realm, audience: Partial<Audience>) {
  if (person.isSystemBot) return [];
  const isFullMember = settings.waiting_period_threshold === 0;
  const groups = directSystemGroups(person.role, isFullMember);
  return [
    ...(person.isBot ? [botCreated(person)] : []),
    ...groups.map((rule) => groupMembersAdded(systemGroups[rule], [person.userId], audience)),
  ];
}
