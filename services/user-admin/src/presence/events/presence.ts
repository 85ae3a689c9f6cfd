import { delivery, newSignal } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone, members, type UserId } from '@parley/rules';
import { legacyPresence, type Presence, slimPresence } from '../domain/presence.ts';

/**
 * Builds one signal for each presence whose state changed. A signal contains both formats, and `person` is the older one. The
 * event queue sends each client the format that it knows.
 * @param viewers IDs of the guests who may see each person; undefined when guests may see all people
 */
export function presenceChanged(
  presences: readonly Presence[],
  serverTimestamp: number,
  viewers?: ReadonlyMap<UserId, readonly UserId[]>,
): Event[] {
  return presences.map((presence) => {
    const event = {
      type: 'presence' as const,
      presences: { [presence.userId]: slimPresence(presence) },
      person: {
        user_id: presence.userId,
        email: presence.email,
        server_timestamp: serverTimestamp,
        presence: { website: legacyPresence(presence).website },
      },
    };
    return newSignal('user-admin.presence.changed', {
      deliveries: [delivery(audienceOf(presence.userId, viewers), event)],
    });
  });
}

const audienceOf = (userId: UserId, viewers: ReadonlyMap<UserId, readonly UserId[]> | undefined) =>
  viewers ? { ...members, userIds: [userId, ...(viewers.get(userId) ?? [])] } : everyone;
