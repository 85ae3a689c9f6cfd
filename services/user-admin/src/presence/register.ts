/** Reads the register response's fields about presences and statuses. Spectators get none. */
import { RawJson } from '@parley/registration';
import type { FieldReaders, Fields, RegisterRequest } from '../kernel/register.ts';
import { listInvisible } from './db/presences.ts';
import { listUserStatuses } from './db/user-statuses.ts';
import { presentStatus } from './domain/user-status.ts';
import type { PresenceTracker } from './tracking/presence-tracker.ts';

/** Reads the statuses of the people that the caller sees, by user ID. */
async function readUserStatuses({ tx, caller, contacts }: RegisterRequest): Promise<Fields> {
  if (!caller) return { user_status: {} };
  const statuses = new Map((await listUserStatuses(tx)).map((status) => [status.userId, status]));
  const away = new Set(await listInvisible(tx));
  const userIds = [...new Set([...statuses.keys(), ...away])].filter(
    (userId) => !contacts || userId === caller.userId || contacts.has(userId),
  );
  return {
    user_status: Object.fromEntries(
      userIds.map((userId) => [userId, presentStatus(statuses.get(userId), away.has(userId))]),
    ),
  };
}

/**
 * Reads presences from memory instead of the transaction: they are ephemeral, and the client's pings continue from the
 * update ID that belongs to them.
 */
function readPresences(presence: PresenceTracker, request: RegisterRequest): Fields {
  const { caller, organization, contacts, slimPresence, presenceHistoryDays } = request;
  const only = caller && contacts && new Set(contacts).add(caller.userId);
  const { presences, updateId } =
    caller && !organization.settings.presence_disabled
      ? presence.everybody(slimPresence, presenceHistoryDays, only)
      : { presences: '{}', updateId: -1 };
  return {
    presences: new RawJson(Buffer.from(presences)),
    presence_last_update_id: updateId,
    server_timestamp: Date.now() / 1000,
  };
}

/** Readers of the fields about presences and statuses, by fetch value. */
export const presenceFields = (presence: PresenceTracker): FieldReaders => ({
  presence: (request) => readPresences(presence, request),
  user_status: readUserStatuses,
});
