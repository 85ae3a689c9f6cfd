import { clientEvent, delivery, newEvent } from '@parley/event-log';
import type { Audience, Delivery, Event } from '@parley/proto/events/v1/event';
import type { WritingSettings } from '@parley/proto/events/v1/facts';
import { administrators, highestRoleSeeingEmail, roles } from '@parley/rules';
import { factOf, type Person } from '../../kernel/domain/person.ts';
import { presentBot, presentUser } from '../domain/present-user.ts';

/**
 * Somebody is new: all who see them hear of it, with the real address those who may see it. The server's own bots
 * are told to caches alone.
 */
export const userCreated = (
  person: Person,
  whoSees: Partial<Audience>,
  invitation?: { channelIds: number[]; includeDefaultChannels: boolean },
  traceparent?: string,
): Event =>
  newEvent('user-admin.user.created', {
    deliveries: person.isSystemBot ? [] : addDeliveries(person, whoSees),
    fact: { $case: 'userChanged', userChanged: { user: factOf(person), previousRole: 0, invitation } },
    traceparent,
  });

function addDeliveries(person: Person, whoSees: Partial<Audience>): Delivery[] {
  const view = (role: number, audience: Partial<Audience>): Delivery => {
    const viewer = { userId: 0, role };
    const shown = presentUser(person, { viewer, clientGravatar: false, profileData: {} });
    return delivery(audience, { type: 'realm_user', op: 'add', person: shown });
  };
  const seeing = highestRoleSeeingEmail(person.emailAddressVisibility);
  // The first delivery whose audience holds somebody is theirs.
  return [
    ...(seeing > 0 && seeing < roles.guest ? [view(seeing, { maxRole: seeing })] : []),
    view(roles.guest, whoSees),
  ];
}

/** The person's API key is another one from here on. */
export const apiKeyRevoked = (userId: number): Event =>
  newEvent('user-admin.api_key.revoked', { fact: { $case: 'apiKeyRevoked', apiKeyRevoked: { userId } } });

/** Whether somebody lets their private data be exported, for administrators. */
export const exportConsentChanged = (userId: number, consented: boolean): Event =>
  clientEvent('user-admin.settings.changed', administrators, {
    type: 'realm_export_consent',
    user_id: userId,
    consented,
  });

/** What a person set for how they write, for other services only. */
export const writingSettingsChanged = (settings: WritingSettings): Event =>
  newEvent('user-admin.settings.writing_changed', {
    fact: { $case: 'writingSettingsChanged', writingSettingsChanged: settings },
  });

/** Invitations changed; administrators and those who invited ask for the list again. */
export const invitesChanged = (userIds: readonly number[]): Event =>
  clientEvent(
    'user-admin.invitation.changed',
    { ...administrators, userIds: [...new Set(userIds)] },
    { type: 'invites_changed' },
  );

/** A new bot, for its owner and administrators. Its key is in no event. */
export const botCreated = (bot: Person): Event =>
  clientEvent(
    'user-admin.bot.created',
    { ...administrators, userIds: [bot.botOwnerId] },
    { type: 'realm_bot', op: 'add', bot: presentBot(bot) },
  );
