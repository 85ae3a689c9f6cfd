/** Register's fields of what people set for themselves. Spectators have nothing and see nobody's. */
import { listAlertWords, listFinishedSteps, listMutedUsers, listNavigationViews } from './db/personal.ts';
import { listInvisible } from '../presence/db/presences.ts';
import { listUserStatuses } from '../presence/db/user-statuses.ts';
import { RawJson } from '../kernel/domain/json-object.ts';
import { presentView } from './domain/navigation-views.ts';
import { stepsLeft } from './domain/onboarding.ts';
import { presentStatus } from '../presence/domain/user-status.ts';
import type { StateReader } from '../register.ts';

type Fields = Record<string, unknown>;

/** Alert words; spectators have none. */
export const readAlertWords = async ({ tx, caller }: StateReader): Promise<Fields> => ({
  alert_words: caller ? await listAlertWords(tx, caller.userId) : [],
});

/** Muted people; spectators have none. */
export const readMutedUsers = async ({ tx, caller }: StateReader): Promise<Fields> => ({
  muted_users: caller ? await listMutedUsers(tx, caller.userId) : [],
});

/** Navigation views; spectators have none. */
export const readNavigationViews = async ({ tx, caller }: StateReader): Promise<Fields> => ({
  navigation_views: caller ? (await listNavigationViews(tx, caller.userId)).map(presentView) : [],
});

/** Introductions that are left; spectators get none. */
export const readOnboardingSteps = async ({ tx, caller }: StateReader): Promise<Fields> => ({
  onboarding_steps: caller ? stepsLeft(await listFinishedSteps(tx, caller.userId)) : [],
  navigation_tour_video_url: null,
});

/** Statuses of the people whom the caller sees, by user ID. */
export async function readUserStatuses({ tx, caller, shares }: StateReader): Promise<Fields> {
  if (!caller) return { user_status: {} };
  const statuses = new Map((await listUserStatuses(tx)).map((status) => [status.userId, status]));
  const away = new Set(await listInvisible(tx));
  const userIds = [...new Set([...statuses.keys(), ...away])].filter(
    (userId) => !shares || userId === caller.userId || shares.has(userId),
  );
  return {
    user_status: Object.fromEntries(
      userIds.map((userId) => [userId, presentStatus(statuses.get(userId), away.has(userId))]),
    ),
  };
}

/** From memory, not from the transaction: nobody's truth, and pings continue it from its update ID. */
export function readPresences(reader: StateReader): Fields {
  const { caller, shares, presence, slimPresence, presenceHistoryDays } = reader;
  const only = caller && shares && new Set(shares).add(caller.userId);
  const { presences, updateId } = caller
    ? presence.everybody(slimPresence, presenceHistoryDays, only)
    : { presences: '{}', updateId: -1 };
  return {
    presences: new RawJson(presences),
    presence_last_update_id: updateId,
    server_timestamp: Date.now() / 1000,
  };
}
