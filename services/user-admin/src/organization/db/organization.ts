import { sql, type Tx } from '@parley/db';
import type { Proven } from '../../kernel/domain/proof.ts';

/** Stores the new organization. Returns false when an organization already exists. */
export async function insertOrganization(
  tx: Tx,
  settings: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const count = await tx.execute(
    sql`insert into organization (settings) values (${JSON.stringify(settings)}::jsonb) on conflict do nothing`,
  );
  return count > 0;
}

/** Takes a lock that serializes changes of the organization until the transaction ends. */
export async function lockOrganization(tx: Tx): Promise<void> {
  await tx.execute(sql`select 1 from organization for update`);
}

/** Stores new values of settings. Other settings keep their values. */
export async function updateOrganizationSettings(
  tx: Tx,
  changes: Proven<Readonly<Record<string, unknown>>, 'setting'>,
): Promise<void> {
  await tx.execute(sql`update organization set settings = settings || ${JSON.stringify(changes)}::jsonb`);
}

/** Replaces the stored personal settings of new accounts. */
export async function updateUserSettingsDefaults(
  tx: Tx,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(sql`update organization set user_settings_defaults = ${JSON.stringify(settings)}::jsonb`);
}
