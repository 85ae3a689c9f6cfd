import { highestRoleSeeingEmail, roles } from '@parley/directory/rules';
import { Audience, type Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import type { WritingSettings } from '@parley/proto/events/v1/facts';
import { languageName } from '../domain/languages.ts';
import { factOf, type Person } from '../domain/person.ts';
import { presentBot, presentUser } from '../domain/present-user.ts';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/**
 * Somebody is new: all who see them hear of it, with the real address those who may see it. The server's own bots
 * are told to caches alone.
 */
export function userCreated(
  person: Person,
  whoSees: Partial<Audience>,
  invitation?: { channelIds: number[]; includeDefaultChannels: boolean },
  traceparent = '',
): Event {
  return Event.fromPartial({
    kind: 'user-admin.user.created',
    origin: Origin.USER_ADMIN,
    deliveries: person.isSystemBot ? [] : addDeliveries(person, whoSees),
    fact: { value: { $case: 'userChanged', userChanged: { user: factOf(person), invitation } } },
    traceparent,
  });
}

function addDeliveries(person: Person, whoSees: Partial<Audience>): Delivery[] {
  const view = (role: number, audience: Partial<Audience>): Delivery => ({
    audience: Audience.fromPartial(audience),
    type: 'realm_user',
    json: json({
      type: 'realm_user',
      op: 'add',
      person: presentUser(person, {
        viewer: { userId: 0, role },
        clientGravatar: false,
        profileData: {},
      }),
    }),
    onlyQueueId: '',
    exceptQueueId: '',
  });
  const seeing = highestRoleSeeingEmail(person.emailAddressVisibility);
  // The first delivery whose audience holds somebody is theirs.
  return [
    ...(seeing > 0 && seeing < roles.guest ? [view(seeing, { maxRole: seeing })] : []),
    view(roles.guest, whoSees),
  ];
}

/** The person's API key is another one from here on. */
export function apiKeyRevoked(userId: number): Event {
  return Event.fromPartial({
    kind: 'user-admin.api_key.revoked',
    origin: Origin.USER_ADMIN,
    fact: { value: { $case: 'apiKeyRevoked', apiKeyRevoked: { userId } } },
  });
}

/** Personal settings that changed, for the person alone; one event each. */
export function settingsChanged(userId: number, changed: Readonly<Record<string, unknown>>): Event[] {
  return Object.entries(changed).map(([property, value]) =>
    Event.fromPartial({
      kind: 'user-admin.settings.changed',
      origin: Origin.USER_ADMIN,
      deliveries: [
        {
          audience: { userIds: [userId] },
          type: 'user_settings',
          json: json({
            type: 'user_settings',
            op: 'update',
            property,
            value,
            ...(property === 'default_language' && { language_name: languageName(value as string) }),
          }),
        },
      ],
    }),
  );
}

/** What a person set for how they write, for other services only. */
export const writingSettingsChanged = (settings: WritingSettings): Event =>
  Event.fromPartial({
    kind: 'user-admin.settings.writing_changed',
    origin: Origin.USER_ADMIN,
    fact: { value: { $case: 'writingSettingsChanged', writingSettingsChanged: settings } },
  });

/** Somebody filled in a profile field, or cleared it (null). */
export function profileValueChanged(
  userId: number,
  whoSees: Partial<Audience>,
  field: { id: number; value: string | null; rendered_value?: string },
): Event {
  return Event.fromPartial({
    kind: 'user-admin.user.profile_changed',
    origin: Origin.USER_ADMIN,
    deliveries: [
      {
        audience: whoSees,
        type: 'realm_user',
        json: json({
          type: 'realm_user',
          op: 'update',
          person: { user_id: userId, custom_profile_field: field },
        }),
      },
    ],
  });
}

/** Invitations changed; administrators and those who invited ask for the list again. */
export function invitesChanged(userIds: readonly number[]): Event {
  return Event.fromPartial({
    kind: 'user-admin.invitation.changed',
    origin: Origin.USER_ADMIN,
    deliveries: [
      {
        audience: { maxRole: 200, userIds: [...new Set(userIds)] },
        type: 'invites_changed',
        json: json({ type: 'invites_changed' }),
      },
    ],
  });
}

/** A new bot, for its owner and administrators. Its key is in no event. */
export function botCreated(bot: Person): Event {
  return Event.fromPartial({
    kind: 'user-admin.bot.created',
    origin: Origin.USER_ADMIN,
    deliveries: [
      {
        audience: { maxRole: 200, userIds: [bot.botOwnerId] },
        type: 'realm_bot',
        json: json({ type: 'realm_bot', op: 'add', bot: presentBot(bot) }),
      },
    ],
  });
}
