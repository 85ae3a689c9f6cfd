import { type Queryable, sql } from '@parley/db';

/** What the person set; the organization's defaults hold for the rest. */
export async function findUserSettings(
  db: Queryable,
  userId: number,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await db.maybeOne<{ settings: Record<string, unknown> }>(
    sql`select settings from user_settings where user_id = ${userId}`,
  );
  return row?.settings ?? {};
}
