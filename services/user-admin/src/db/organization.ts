import { type Queryable, sql, type Tx } from '@parley/db';

export type OrganizationRecord = {
  settings: Readonly<Record<string, unknown>>;
  userSettingsDefaults: Readonly<Record<string, unknown>>;
  /** Whole seconds. */
  createdAt: number;
};

/** Undefined before the organization is created. */
export async function findOrganization(db: Queryable): Promise<OrganizationRecord | undefined> {
  const row = await db.maybeOne<{
    settings: Record<string, unknown>;
    user_settings_defaults: Record<string, unknown>;
    created_at: Date;
  }>(sql`select settings, user_settings_defaults, created_at from organization`);
  return (
    row && {
      settings: row.settings,
      userSettingsDefaults: row.user_settings_defaults,
      createdAt: Math.floor(row.created_at.getTime() / 1000),
    }
  );
}

/** False when there is one already. */
export async function insertOrganization(
  tx: Tx,
  settings: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const count = await tx.execute(
    sql`insert into organization (settings) values (${JSON.stringify(settings)}::jsonb) on conflict do nothing`,
  );
  return count > 0;
}
