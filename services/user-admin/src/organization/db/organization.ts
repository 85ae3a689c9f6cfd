import { sql, type Tx } from '@parley/db';

/** Stores the new organization. Returns false when it exists already. */
export async function insertOrganization(
  tx: Tx,
  settings: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const count = await tx.execute(
    sql`insert into organization (settings) values (${JSON.stringify(settings)}::jsonb) on conflict do nothing`,
  );
  return count > 0;
}

/** Serializes changes of the organization until the transaction ends. */
export async function lockOrganization(tx: Tx): Promise<void> {
  await tx.execute(sql`select 1 from organization for update`);
}

/** Replaces the stored settings. Settings that are not stored have their defaults. */
export async function updateOrganizationSettings(
  tx: Tx,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(sql`update organization set settings = ${JSON.stringify(settings)}::jsonb`);
}

/** Replaces the stored personal settings that new accounts start with. */
export async function updateUserSettingsDefaults(
  tx: Tx,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(sql`update organization set user_settings_defaults = ${JSON.stringify(settings)}::jsonb`);
}
