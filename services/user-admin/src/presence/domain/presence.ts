/** When somebody was last there, as clients see it (contract, presence). No I/O, no clock. */

/** Seconds without a sign of life after which somebody is offline (`server_presence_offline_threshold_seconds`). */
export const offlineAfterSeconds = 200;

/** Whole seconds since the Unix epoch; 0 for never. */
export type Presence = {
  userId: number;
  /** API address: the key of the older format. */
  email: string;
  /** Last time the person did something. */
  activeAt: number;
  /** Last time one of their clients was connected. */
  idleAt: number;
};

export type PresenceState = 'active' | 'idle' | 'offline';

/** What others see at a moment. */
export function stateOf(
  { activeAt, idleAt }: Pick<Presence, 'activeAt' | 'idleAt'>,
  now: number,
): PresenceState {
  if (now - activeAt <= offlineAfterSeconds && activeAt >= idleAt) return 'active';
  return now - idleAt <= offlineAfterSeconds ? 'idle' : 'offline';
}

/** Status and time of the newer sign of life. */
function newest({ activeAt, idleAt }: Presence): { status: 'active' | 'idle'; timestamp: number } {
  return activeAt >= idleAt
    ? { status: 'active', timestamp: activeAt }
    : { status: 'idle', timestamp: idleAt };
}

/** The modern format. */
export const slimPresence = ({ activeAt, idleAt }: Presence) => ({
  ...(activeAt > 0 && { active_timestamp: activeAt }),
  ...(idleAt > 0 && { idle_timestamp: idleAt }),
});

/** The older format, by client; all clients count as one. */
export function legacyPresence(presence: Presence) {
  const { status, timestamp } = newest(presence);
  return {
    website: { client: 'website', status, timestamp, pushable: false },
    aggregated: { client: 'website', status, timestamp },
  };
}

/** GET /users/{id}/presence. */
export function onePresence(presence: Presence) {
  const value = newest(presence);
  return { website: value, aggregated: value };
}

/** JSON object text of several: by user ID, or by API address in the older format. */
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

/** `slimPresence` as text: thousands of them are written each second. */
function slimText({ activeAt, idleAt }: Presence): string {
  const active = activeAt > 0 ? `"active_timestamp":${activeAt}` : '';
  const idle = idleAt > 0 ? `"idle_timestamp":${idleAt}` : '';
  return `{${active}${active && idle ? ',' : ''}${idle}}`;
}
