import { clientEvent, delivery, newEvent } from '@parley/event-log';
import type { Audience, Delivery, Event } from '@parley/proto/events/v1/event';
import type { NotificationSettings, WritingSettings } from '@parley/proto/events/v1/facts';
import { administrators, highestRoleSeeingEmail, roles } from '@parley/rules';
import { factOf, type Person } from '../../kernel/domain/person.ts';
import { presentBot, presentUser } from '../domain/present-user.ts';

/**
 * Builds the event of a new account for all users who see it. Only readers who may see the real address receive that
 * address. Clients receive no event about a system bot: it has only the fact for caches.
 */
export const userCreated = (
  person: Person,
  audience: Partial<Audience>,
  invitation?: { channelIds: number[]; includeDefaultChannels: boolean },
  traceparent?: string,
): Event =>
  newEvent('user-admin.user.created', {
    deliveries: person.isSystemBot ? [] : addDeliveries(person, audience),
    fact: { $case: 'userChanged', userChanged: { user: factOf(person), previousRole: 0, invitation } },
    traceparent,
  });

function addDeliveries(person: Person, audience: Partial<Audience>): Delivery[] {
  const deliverAs = (role: number, readers: Partial<Audience>): Delivery => {
    const viewer = { userId: 0, role };
    const shown = presentUser(person, { viewer, clientGravatar: false, profileData: {} });
    return delivery(readers, { type: 'realm_user', op: 'add', person: shown });
  };
  const seeing = highestRoleSeeingEmail(person.emailAddressVisibility);
  // A reader receives the first delivery whose audience includes them.
  return [
    ...(seeing > 0 && seeing < roles.guest ? [deliverAs(seeing, { maxRole: seeing })] : []),
    deliverAs(roles.guest, audience),
  ];
}

/** Builds the event that an API key was replaced. Gateways stop accepting the former key. */
export const apiKeyRevoked = (userId: number): Event =>
  newEvent('user-admin.api_key.revoked', { fact: { $case: 'apiKeyRevoked', apiKeyRevoked: { userId } } });

/** Builds the event that browser sessions of a person have ended. Gateways end requests that wait in them. */
export const sessionsEnded = (userId: number): Event =>
  newEvent('user-admin.session.ended', { fact: { $case: 'sessionsEnded', sessionsEnded: { userId } } });

/** Builds the event that a person allowed or forbade the export of their private data. Administrators receive it. */
export const exportConsentChanged = (userId: number, consented: boolean): Event =>
  clientEvent('user-admin.settings.changed', administrators, {
    type: 'realm_export_consent',
    user_id: userId,
    consented,
  });

/** Builds the event that a person's settings for writing messages changed. Only other services receive it. */
export const writingSettingsChanged = (settings: WritingSettings): Event =>
  newEvent('user-admin.settings.writing_changed', {
    fact: { $case: 'writingSettingsChanged', writingSettingsChanged: settings },
  });

/** A person changed settings for notifications; for other services only. */
export const notificationSettingsChanged = (settings: NotificationSettings): Event =>
  newEvent('user-admin.settings.notifications_changed', {
    fact: { $case: 'notificationSettingsChanged', notificationSettingsChanged: settings },
  });

/**
 * Builds the event after which clients of administrators and of the given inviters fetch the list of invitations again.
 */
export const invitesChanged = (userIds: readonly number[]): Event =>
  clientEvent(
    'user-admin.invitation.changed',
    { ...administrators, userIds: [...new Set(userIds)] },
    { type: 'invites_changed' },
  );

/** Builds the event of a new bot. Its owner and administrators receive it. No event carries the bot's key. */
export const botCreated = (bot: Person): Event =>
  clientEvent(
    'user-admin.bot.created',
    { ...administrators, userIds: [bot.botOwnerId] },
    { type: 'realm_bot', op: 'add', bot: presentBot(bot) },
  );
