import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

export type ProfileValue = { value: string; rendered_value?: string };
export type ProfileData = Record<string, ProfileValue>;

type Row = { user_id: UserId; field_id: number; value: string; rendered_value: string | null };

const noData: ProfileData = Object.freeze({});

/** Returns a function that returns the values of one of these people. */
export async function listProfileData(
  db: Queryable,
  userIds: readonly UserId[],
): Promise<(userId: UserId) => ProfileData> {
  const rows = await db.many<Row>(sql`
    select user_id, field_id, value, rendered_value from profile_values
     where user_id = any(${userIds}::int8[]) order by user_id, field_id`);
  const byUser = new Map<UserId, ProfileData>();
  for (const row of rows) {
    const data = byUser.get(row.user_id) ?? {};
    data[row.field_id] = {
      value: row.value,
      ...(row.rendered_value !== null && { rendered_value: row.rendered_value }),
    };
    byUser.set(row.user_id, data);
  }
  return (userId) => byUser.get(userId) ?? noData;
}

/** Stores a value of a profile field; null deletes it. Returns whether the value has changed. */
export async function putProfileValue(
  tx: Tx,
  userId: UserId,
  fieldId: number,
  value: ProfileValue | null,
): Promise<boolean> {
  if (value === null) {
    return (
      (await tx.execute(
        sql`delete from profile_values where user_id = ${userId} and field_id = ${fieldId}`,
      )) > 0
    );
  }
  const rendered = value.rendered_value ?? null;
  const count = await tx.execute(sql`
    insert into profile_values as p (user_id, field_id, value, rendered_value)
    values (${userId}, ${fieldId}, ${value.value}, ${rendered})
    on conflict (user_id, field_id) do update set value = excluded.value, rendered_value = excluded.rendered_value
     where (p.value, p.rendered_value) is distinct from (excluded.value, excluded.rendered_value)`);
  return count > 0;
}
