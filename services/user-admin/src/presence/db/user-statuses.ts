import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserStatus } from '../domain/user-status.ts';

const columns = sql`user_id as "userId", status_text as "statusText", emoji_name as "emojiName",
  emoji_code as "emojiCode", reaction_type as "reactionType"`;

/** Returns a person's status; undefined for a person without one. */
export async function findUserStatus(db: Queryable, userId: number): Promise<UserStatus | undefined> {
  return db.maybeOne<UserStatus>(sql`select ${columns} from user_statuses where user_id = ${userId}`);
}

/** Returns the statuses of all active people. */
export function listUserStatuses(db: Queryable): Promise<(UserStatus & { userId: number })[]> {
  return db.many(sql`
    select ${columns} from user_statuses as s
     where exists (select 1 from users as u where u.user_id = s.user_id and u.is_active) order by user_id`);
}

/** Stores a person's status. Replaces the previous one. */
export async function putUserStatus(tx: Tx, userId: number, status: UserStatus): Promise<void> {
  await tx.execute(sql`
    insert into user_statuses (user_id, status_text, emoji_name, emoji_code, reaction_type)
    values (${userId}, ${status.statusText}, ${status.emojiName}, ${status.emojiCode}, ${status.reactionType})
    on conflict (user_id) do update set status_text = excluded.status_text, emoji_name = excluded.emoji_name,
       emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`);
}

/** Deletes a person's status. Call it for a status whose text and emoji are both empty. */
export async function deleteUserStatus(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`delete from user_statuses where user_id = ${userId}`);
}
