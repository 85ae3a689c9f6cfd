import { type Queryable, sql, type Tx } from '@parley/db';
import type { User } from '@parley/proto/events/v1/facts';
import { roles, type UserId } from '@parley/rules';
import { type ChannelRow, channelColumns } from './channels.ts';

export type PersonRow = { role: number; isActive: boolean; isWelcomed: boolean };

/** Returns this service's copy of a person; undefined until the event about the person has arrived. */
export function personOf(db: Queryable, userId: UserId): Promise<PersonRow | undefined> {
  return db.maybeOne<PersonRow>(sql`
    select role, is_active as "isActive", is_welcomed as "isWelcomed" from people where user_id = ${userId}`);
}

/** Stores this service's copy of a person. */
export async function putPerson(tx: Tx, user: User): Promise<void> {
  await tx.execute(sql`
    insert into people (user_id, role, is_active, is_bot, joined_at)
    values (${user.userId}, ${user.role}, ${user.isActive}, ${user.isBot}, to_timestamp(${user.joinedAt}))
    on conflict (user_id) do update
      set role = excluded.role, is_active = excluded.is_active, joined_at = excluded.joined_at`);
}

/** Returns whether at least one of the people is deactivated. The copies in this service may be older than in `user-admin`. */
export async function isAnyDeactivated(db: Queryable, userIds: readonly UserId[]): Promise<boolean> {
  const found = await db.maybeOne(sql`
    select 1 as found from people where user_id = any(${userIds}::int8[]) and not is_active limit 1`);
  return found !== undefined;
}

/** Records that a person has been subscribed to the first channels (those of an invitation, and the default channels). */
export async function markWelcomed(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`update people set is_welcomed = true where user_id = ${userId}`);
}

/** @returns the changed channels to which the person is subscribed */
export function setSubscriptionsActive(tx: Tx, userId: UserId, isActive: boolean): Promise<ChannelRow[]> {
  return tx.many<ChannelRow>(sql`
    with changed as (
      update subscriptions set is_user_active = ${isActive}
       where user_id = ${userId} and is_user_active <> ${isActive}
      returning channel_id, is_subscribed
    ), counted as (
      update channels c set subscriber_count = c.subscriber_count + case when ${isActive} then 1 else -1 end
        from changed where changed.channel_id = c.channel_id and changed.is_subscribed
    )
    select ${channelColumns} from channels c
     where c.channel_id in (select channel_id from changed where is_subscribed)
     order by c.channel_id`);
}

export async function peopleUpTo(db: Queryable, maxRole: number): Promise<UserId[]> {
  const rows = await db.many<{ userId: UserId }>(sql`
    select user_id as "userId" from people where is_active and role <= ${maxRole}`);
  return rows.map((row) => row.userId);
}

/** Stronger roles have no waiting period and are not included. */
export async function fullMembers(db: Queryable, waitingPeriodDays: number): Promise<UserId[]> {
  const rows = await db.many<{ userId: UserId }>(sql`
    select user_id as "userId" from people
     where is_active and role = ${roles.member} and joined_at <= now() - make_interval(days => ${waitingPeriodDays})`);
  return rows.map((row) => row.userId);
}
