import { sql, type Tx } from '@parley/db';

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

/** Makes changes of the organization take turns until the transaction ends. */
export async function lockOrganization(tx: Tx): Promise<void> {
  await tx.execute(sql`select 1 from organization for update`);
}

/** Replaces what was set. Settings that are not there have their defaults. */
export async function updateOrganizationSettings(
  tx: Tx,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(sql`update organization set settings = ${JSON.stringify(settings)}::jsonb`);
}

/** Replaces the personal settings that new people start with. */
export async function updateUserSettingsDefaults(
  tx: Tx,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(sql`update organization set user_settings_defaults = ${JSON.stringify(settings)}::jsonb`);
}
