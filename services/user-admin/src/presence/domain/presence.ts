/** Presence as clients see it (docs/api/users-and-groups.md#presence). No I/O, no clock. */

/** Seconds without a ping after which a person is offline (`server_presence_offline_threshold_seconds`). */
export const offlineAfterSeconds = 200;

/** Times are Unix times in whole seconds; 0 for never. */
export type Presence = {
  userId: number;
  /** API address: the key of the older format. */
  email: string;
  /** When the person was last active. */
  activeAt: number;
  /** When one of the person's clients was last connected. */
  idleAt: number;
};

export type PresenceState = 'active' | 'idle' | 'offline';

/** Returns the state that other people see at the time `now`. */
export function stateOf(
  { activeAt, idleAt }: Pick<Presence, 'activeAt' | 'idleAt'>,
  now: number,
): PresenceState {
  if (now - activeAt <= offlineAfterSeconds && activeAt >= idleAt) return 'active';
  return now - idleAt <= offlineAfterSeconds ? 'idle' : 'offline';
}

/** Returns status and time of the newer of both times. */
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

/** Returns a presence in the older format, by client; all clients count as one. */
export function legacyPresence(presence: Presence) {
  const { status, timestamp } = newest(presence);
  return {
    website: { client: 'website', status, timestamp, pushable: false },
    aggregated: { client: 'website', status, timestamp },
  };
}

/** Returns the presence of GET /users/{id}/presence. */
export function onePresence(presence: Presence) {
  const value = newest(presence);
  return { website: value, aggregated: value };
}

/** Returns the JSON object text of presences: by user ID, or in the older format by API address. */
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

/** Does the same as `slimPresence` for text; written by hand because thousands are serialized each second. */
function slimText({ activeAt, idleAt }: Presence): string {
  const active = activeAt > 0 ? `"active_timestamp":${activeAt}` : '';
  const idle = idleAt > 0 ? `"idle_timestamp":${idleAt}` : '';
  return `{${active}${active && idle ? ',' : ''}${idle}}`;
}
