/** They are empty for visitors. */
import { visitor } from '@parley/core';
import { RawJson, type SharedJson } from '@parley/registration';
import type { FieldReaders, Fields, RegisterRequest } from '../kernel/field-readers.ts';
import { listInvisible } from './db/presences.ts';
import { listUserStatuses } from './db/user-statuses.ts';
import { presentStatus } from './domain/user-status.ts';
import type { PresenceTracker } from './tracking/presence-tracker.ts';

/** Returns the statuses of the people whom the caller may see, by user ID. */
async function readUserStatuses({ tx, reader, contacts }: RegisterRequest): Promise<Fields> {
  if (reader === visitor) return { user_status: {} };
  const [listed, invisible] = await Promise.all([listUserStatuses(tx.small), listInvisible(tx.small)]);
  const statuses = new Map(listed.map((status) => [status.userId, status]));
  const away = new Set(invisible);
  const userIds = [...new Set([...statuses.keys(), ...away])].filter(
    (userId) => !contacts || userId === reader.userId || contacts.has(userId),
  );
  return {
    user_status: Object.fromEntries(
      userIds.map((userId) => [userId, presentStatus(statuses.get(userId), away.has(userId))]),
    ),
  };
}

/** From memory: presences are ephemeral, and the next ping asks for changes after `presence_last_update_id`. */
async function readPresences(presence: PresenceTracker, request: RegisterRequest): Promise<Fields> {
  const { presences, updateId } = await presencesFor(presence, request);
  return {
    presences,
    presence_last_update_id: updateId,
    server_timestamp: Date.now() / 1000,
  };
}

async function presencesFor(
  presence: PresenceTracker,
  { reader, organization, contacts, slimPresence, presenceHistoryDays }: RegisterRequest,
): Promise<{ presences: SharedJson | RawJson; updateId: number }> {
  if (reader === visitor || organization.settings.presence_disabled) {
    return { presences: new RawJson(Buffer.from('{}')), updateId: -1 };
  }
  if (!contacts) return presence.everybody(slimPresence, presenceHistoryDays);
  const visible = new Set(contacts).add(reader.userId);
  const { presences, updateId } = presence.some(slimPresence, presenceHistoryDays, visible);
  return { presences: new RawJson(Buffer.from(presences)), updateId };
}

export const presenceFields = (presence: PresenceTracker): FieldReaders => ({
  presence: (request) => readPresences(presence, request),
  user_status: readUserStatuses,
});
