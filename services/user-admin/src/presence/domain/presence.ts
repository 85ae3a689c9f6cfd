/** Computes presence as clients see it (docs/api/users-and-groups.md#presence). No I/O, no clock. */
import type { UserId } from '@parley/rules';

/** Clients know it as `server_presence_offline_threshold_seconds`. */
export const offlineAfterSeconds = 200;

/** A person's presence. Times are in whole seconds since the Unix epoch; 0 means never. */
export type Presence = {
  userId: UserId;
  /** API address. It is the key in the older format. */
  email: string;
  activeAt: number;
  /** Time of the last report from a client, idle or active. When it is later than `activeAt`, the person is idle or offline. */
  idleAt: number;
};

export type PresenceState = 'active' | 'idle' | 'offline';

/** Returns the state that other people see at the time `now`, in seconds since the Unix epoch. */
export function stateOf(
  { activeAt, idleAt }: Pick<Presence, 'activeAt' | 'idleAt'>,
  now: number,
): PresenceState {
  if (now - activeAt <= offlineAfterSeconds && activeAt >= idleAt) return 'active';
  return now - idleAt <= offlineAfterSeconds ? 'idle' : 'offline';
}

/** Returns the later of the two times, with its status. */
function newest({ activeAt, idleAt }: Presence): { status: 'active' | 'idle'; timestamp: number } {
  return activeAt >= idleAt
    ? { status: 'active', timestamp: activeAt }
    : { status: 'idle', timestamp: idleAt };
}

/** Returns a presence in the current format. */
export const slimPresence = ({ activeAt, idleAt }: Presence) => ({
  ...(activeAt > 0 && { active_timestamp: activeAt }),
  ...(idleAt > 0 && { idle_timestamp: idleAt }),
});

/** Returns a presence in the older format, with an entry per client and `aggregated`. All clients count as `website`. */
export function legacyPresence(presence: Presence) {
  const { status, timestamp } = newest(presence);
  return {
    website: { client: 'website', status, timestamp, pushable: false },
    aggregated: { client: 'website', status, timestamp },
  };
}

/** Returns a presence in the form of the API endpoint `GET /users/{id}/presence`: in the current format and in the older one. */
export function onePresence(presence: Presence) {
  const value = newest(presence);
  return { ...slimPresence(presence), website: value, aggregated: value };
}

/** Returns presences as the text of a JSON object. Keys are user IDs, or API addresses in the older format. */
export function presencesJson(presences: Iterable<Presence>, slim: boolean): string {
  let text = '';
  for (const presence of presences) {
    text += text === '' ? '{' : ',';
    text += slim
      ? `"${presence.userId}":${slimText(presence)}`
      : `${JSON.stringify(presence.email)}:${JSON.stringify(legacyPresence(presence))}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Without `JSON.stringify`, because thousands of presences are serialized each second. */
function slimText({ activeAt, idleAt }: Presence): string {
  const active = activeAt > 0 ? `"active_timestamp":${activeAt}` : '';
  const idle = idleAt > 0 ? `"idle_timestamp":${idleAt}` : '';
  return `{${active}${active && idle ? ',' : ''}${idle}}`;
}
