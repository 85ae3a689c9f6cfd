import { Event, Origin } from '@parley/proto/events/v1/event';
import { legacyPresence, type Presence, slimPresence } from '../domain/presence.ts';

/** People in one signal: below the size that signals may have. */
const peoplePerSignal = 40;

/**
 * Signals that tell everybody of changed states. Both formats are in it (`people` is the older one); which of them
 * a client gets is decided where its queue is read.
 */
export function presenceChanged(presences: readonly Presence[], serverTimestamp: number): Event[] {
  const signals: Event[] = [];
  for (let start = 0; start < presences.length; start += peoplePerSignal) {
    const some = presences.slice(start, start + peoplePerSignal);
    const event = {
      type: 'presence',
      presences: Object.fromEntries(some.map((presence) => [presence.userId, slimPresence(presence)])),
      people: some.map((presence) => ({
        user_id: presence.userId,
        email: presence.email,
        server_timestamp: serverTimestamp,
        presence: { website: legacyPresence(presence).website },
      })),
    };
    signals.push(
      Event.fromPartial({
        kind: 'user-admin.presence.changed',
        origin: Origin.SIGNAL,
        deliveries: [
          { audience: { maxRole: 600 }, type: event.type, json: Buffer.from(JSON.stringify(event)) },
        ],
      }),
    );
  }
  return signals;
}
