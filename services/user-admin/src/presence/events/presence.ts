import { delivery, newSignal } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { everyone, members } from '@parley/rules';
import { legacyPresence, type Presence, slimPresence } from '../domain/presence.ts';

/**
 * Signals that tell everybody of changed states, one per person. Both formats are in it (`person` is the older
 * one); which of them a client gets is decided where its queue is read. `viewers` are the guests who see each, where
 * guests do not see everybody.
 */
export function presenceChanged(
  presences: readonly Presence[],
  serverTimestamp: number,
  viewers?: ReadonlyMap<number, readonly number[]>,
): Event[] {
  return presences.map((presence) => {
    const event = {
      type: 'presence',
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

const audienceOf = (userId: number, viewers: ReadonlyMap<number, readonly number[]> | undefined) =>
  viewers ? { ...members, userIds: [userId, ...(viewers.get(userId) ?? [])] } : everyone;
