import { anyOf, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { UserStatus } from '../domain/user-status.ts';

const columns = sql`user_id as "userId", status_text as "statusText", emoji_name as "emojiName",
  emoji_code as "emojiCode", reaction_type as "reactionType"`;

/** Returns a person's status; undefined for a person without one. */
export async function findUserStatus(db: Queryable, userId: UserId): Promise<UserStatus | undefined> {
  return db.maybeOne<UserStatus>(sql`select ${columns} from user_statuses where user_id = ${userId}`);
}

export function listUserStatuses(db: Queryable): Promise<(UserStatus & { userId: UserId })[]> {
  return db.many(sql`
    select ${columns} from user_statuses as s
     where exists (select 1 from users as u where u.user_id = s.user_id and u.is_active) order by user_id`);
}

/** Stores a person's status. Replaces the previous one. @param endsAt when it ends by itself; undefined for never */
export async function putUserStatus(
  tx: Tx,
  userId: UserId,
  status: UserStatus,
  endsAt: Date | undefined,
): Promise<void> {
  await tx.execute(sql`
    insert into user_statuses (user_id, status_text, emoji_name, emoji_code, reaction_type, ends_at)
    values (${userId}, ${status.statusText}, ${status.emojiName}, ${status.emojiCode}, ${status.reactionType},
      ${endsAt ?? null})
    on conflict (user_id) do update set status_text = excluded.status_text, emoji_name = excluded.emoji_name,
       emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type, ends_at = excluded.ends_at`);
}

/** Deletes a person's status. Call it for a status whose text and emoji are both empty. */
export async function deleteUserStatus(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from user_statuses where user_id = ${userId}`);
}

/** Deletes statuses that have ended, at most `limit`. Returns whose they were. Replicas that do so concurrently take others. */
export async function deleteEndedStatuses(tx: Tx, limit: number): Promise<UserId[]> {
  const rows = await tx.many<{ userId: UserId }>(sql`
    delete from user_statuses where user_id = ${anyOf(sql`
      select user_id from user_statuses where ends_at <= now() order by ends_at limit ${limit} for update skip locked`)}
    returning user_id as "userId"`);
  return rows.map(({ userId }) => userId);
}

/** Returns the statuses of people, with the times in seconds when they end; 0 for those that do not end by themselves. */
export async function statusesOf(
  db: Queryable,
  userIds: readonly UserId[],
): Promise<Map<number, UserStatus & { endsAt: number }>> {
  const rows = await db.many<UserStatus & { userId: UserId; endsAt: number }>(sql`
    select ${columns}, coalesce(floor(extract(epoch from ends_at))::int8, 0) as "endsAt"
      from user_statuses where user_id = any(${userIds}::int8[]) and (ends_at is null or ends_at > now())`);
  return new Map(rows.map(({ userId, ...status }) => [userId, status]));
}
