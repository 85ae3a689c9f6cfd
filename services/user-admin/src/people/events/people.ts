import { clientEvent, delivery, newEvent } from '@parley/event-log';
import type { Audience, Delivery, Event } from '@parley/proto/events/v1/event';
import type { NotificationSettings, WritingSettings } from '@parley/proto/events/v1/facts';
import { administrators, type ChannelId, highestRoleSeeingEmail, roles, type UserId } from '@parley/rules';
import { factOf, type Person } from '../../kernel/domain/person.ts';
import { presentBot, presentUser } from '../domain/present-user.ts';

/**
 * Builds the event for a new account, for everybody who may see the account. Only readers who may see the real address get that
 * address.
 * The event also contains the account as data for other services (`fact`). For a system bot it contains nothing else.
 */
export const userCreated = (
  person: Person,
  audience: Partial<Audience>,
  invitation?: { channelIds: ChannelId[]; includeDefaultChannels: boolean; inviterId: UserId | undefined },
  traceparent?: string,
): Event =>
  newEvent('user-admin.user.created', {
    deliveries: person.isSystemBot ? [] : addDeliveries(person, audience),
    fact: { $case: 'userChanged', userChanged: { user: factOf(person), previousRole: 0, invitation } },
    traceparent,
  });

function addDeliveries(person: Person, audience: Partial<Audience>): Delivery[] {
  const deliverAs = (role: number, readers: Partial<Audience>): Delivery => {
    const shown = presentUser(person, { viewer: { role }, profileData: {} });
    return delivery(readers, { type: 'realm_user', op: 'add', person: shown });
  };
  const seeing = highestRoleSeeingEmail(person.emailAddressVisibility);
  // Each reader gets the first delivery whose audience includes them.
  return [
    ...(seeing > 0 && seeing < roles.guest ? [deliverAs(seeing, { maxRole: seeing })] : []),
    deliverAs(roles.guest, audience),
  ];
}

/** Builds the event after an API key was replaced or deleted. Gateways then refuse the old key. */
export const apiKeyRevoked = (userId: UserId): Event =>
  newEvent('user-admin.api_key.revoked', { fact: { $case: 'apiKeyRevoked', apiKeyRevoked: { userId } } });

/** Gateways then end the person's requests that still wait for events. */
export const sessionsEnded = (userId: UserId): Event =>
  newEvent('user-admin.session.ended', { fact: { $case: 'sessionsEnded', sessionsEnded: { userId } } });

/** Builds the event after all access of an account has ended. Other services then end what was opened with it. */
export const accessEnded = (userId: UserId): Event =>
  newEvent('user-admin.access.ended', { fact: { $case: 'accessEnded', accessEnded: { userId } } });

/** Builds the event for administrators after a person has allowed or forbidden the export of their private data. */
export const exportConsentChanged = (userId: UserId, consented: boolean): Event =>
  clientEvent('user-admin.settings.changed', administrators, {
    type: 'realm_export_consent',
    user_id: userId,
    consented,
  });

/** Builds the event after a person's settings for writing messages have changed. Only other services get it. */
export const writingSettingsChanged = (settings: WritingSettings): Event =>
  newEvent('user-admin.settings.writing_changed', {
    fact: { $case: 'writingSettingsChanged', writingSettingsChanged: settings },
  });

/** Builds the event after a person's notification settings have changed. Only other services get it. */
export const notificationSettingsChanged = (settings: NotificationSettings): Event =>
  newEvent('user-admin.settings.notifications_changed', {
    fact: { $case: 'notificationSettingsChanged', notificationSettingsChanged: settings },
  });

/** Clients then fetch the list again. It goes to administrators and the given inviters. */
export const invitesChanged = (userIds: readonly UserId[]): Event =>
  clientEvent(
    'user-admin.invitation.changed',
    { ...administrators, userIds: [...new Set(userIds)] },
    { type: 'invites_changed' },
  );

/** Builds the event for a new bot, for its owner and administrators. It does not contain the bot's API key. */
export const botCreated = (bot: Person): Event =>
  clientEvent(
    'user-admin.bot.created',
    { ...administrators, userIds: [bot.botOwnerId] },
    { type: 'realm_bot', op: 'add', bot: presentBot(bot) },
  );
