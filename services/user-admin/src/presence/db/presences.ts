import { type Db, type Queryable, sql } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Presence } from '../domain/presence.ts';

/**
 * A ping: the report that a client of a person is connected. `activeAt` is when the person was active (0 if the client did not
 * report that), and `idleAt` when the client was connected, in whole seconds since the Unix epoch.
 */
export type Ping = { userId: UserId; activeAt: number; idleAt: number };
export type StoredPresence = Presence & { updateId: number };
/** A presence after a write, and its times before it. */
export type WrittenPresence = { now: Presence; before: Pick<Presence, 'activeAt' | 'idleAt'> };

/** Key of the advisory lock for writing presences. The lock ensures that update IDs become visible in ascending order. */
const writeLock = 7_305_804_413;

/**
 * Stores pings in one statement, and returns the presences that were written. A change of state is returned to only one
 * replica. Omits bots, deactivated people, and people who hide their presence. Stores nothing while the organization disables
 * presence.
 */
export async function putPings(db: Db, pings: readonly Ping[]): Promise<WrittenPresence[]> {
  const rows = await db.many<Presence & { wasActiveAt: number; wasIdleAt: number }>(sql`
    with lock as materialized (select pg_advisory_xact_lock(${writeLock})),
         number as materialized (select nextval('presence_updates') as update_id from lock),
         stored as (
           insert into presences as p (user_id, active_at, idle_at, update_id)
           select u.user_id, ping.active_at, ping.idle_at, number.update_id
             from number
            cross join unnest(${pings.map((ping) => ping.userId)}::int8[], ${pings.map((ping) => ping.activeAt)}::int8[],
                              ${pings.map((ping) => ping.idleAt)}::int8[]) as ping (user_id, active_at, idle_at)
             join users as u on u.user_id = ping.user_id and u.is_active and u.bot_type is null
             left join user_settings as s on s.user_id = u.user_id
            where coalesce(s.settings ->> 'presence_enabled', 'true') <> 'false'
              and not exists (select 1 from organization where settings ->> 'presence_disabled' = 'true')
           on conflict (user_id) do update set active_at = greatest(p.active_at, excluded.active_at),
              idle_at = greatest(p.idle_at, excluded.idle_at), update_id = excluded.update_id,
              was_active_at = p.active_at, was_idle_at = p.idle_at
           returning user_id, active_at, idle_at, was_active_at, was_idle_at)
    select stored.user_id as "userId", u.email, stored.active_at as "activeAt", stored.idle_at as "idleAt",
           stored.was_active_at as "wasActiveAt", stored.was_idle_at as "wasIdleAt"
      from stored join users as u using (user_id)`);
  return rows.map(({ wasActiveAt, wasIdleAt, ...now }) => ({
    now,
    before: { activeAt: wasActiveAt, idleAt: wasIdleAt },
  }));
}

/** Sets the times of a person's presence back to `before` at the latest, in whole seconds since the Unix epoch. */
export async function hidePresence(db: Db, userId: UserId, before: number): Promise<void> {
  await db.execute(sql`
    with lock as materialized (select pg_advisory_xact_lock(${writeLock})),
         number as materialized (select nextval('presence_updates') as update_id from lock)
    update presences as p set active_at = least(p.active_at, ${before}), idle_at = least(p.idle_at, ${before}),
           update_id = number.update_id
      from number where p.user_id = ${userId}`);
}

const columns = sql`p.user_id as "userId", u.email, p.active_at as "activeAt", p.idle_at as "idleAt",
  p.update_id as "updateId"`;

export function listPresencesAfter(
  db: Queryable,
  after: { updateId: number; userId: UserId },
  limit: number,
): Promise<StoredPresence[]> {
  return db.many<StoredPresence>(sql`
    select ${columns} from presences as p join users as u using (user_id)
     where (p.update_id, p.user_id) > (${after.updateId}, ${after.userId}) and u.is_active
     order by p.update_id, p.user_id limit ${limit}`);
}

/** Returns a person's presence; undefined for a person who was never online. */
export async function findPresence(db: Queryable, userId: UserId): Promise<StoredPresence | undefined> {
  return db.maybeOne<StoredPresence>(sql`
    select ${columns} from presences as p join users as u using (user_id) where p.user_id = ${userId}`);
}

/** Returns the IDs of people who hide their presence. */
export async function listInvisible(db: Queryable): Promise<UserId[]> {
  const rows = await db.many<{ user_id: UserId }>(sql`
    select s.user_id from user_settings as s join users as u using (user_id)
     where s.settings ->> 'presence_enabled' = 'false' and u.is_active`);
  return rows.map((row) => row.user_id);
}

export type PresenceFacts = {
  isDisabled: boolean;
  /** IDs of guests who may see only their contacts. */
  limitedGuestIds: UserId[];
  /** The highest update ID; -1 when no presence is stored. */
  updateId: number;
};

/** Reads the facts in one statement, because every replica reads them at each interval. */
export const readPresenceFacts = (db: Queryable): Promise<PresenceFacts> =>
  db.one<PresenceFacts>(sql`
    select exists (select 1 from organization where settings ->> 'presence_disabled' = 'true') as "isDisabled",
           coalesce((select array_agg(guest_id) from watched_guests where is_limited), '{}') as "limitedGuestIds",
           coalesce((select max(update_id) from presences), -1) as "updateId"`);
