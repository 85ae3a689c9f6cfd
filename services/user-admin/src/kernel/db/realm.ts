import { errors } from '@parley/core';
import type { Queryable } from '@parley/db';
import { sql } from '@parley/db';
import { effectiveOrganizationSettings, systemGroupIds } from '@parley/settings';
import type { Realm } from '../domain/realm.ts';

/** What the configuration says of the organization. */
type Configured = Pick<Realm, 'publicUrl' | 'host' | 'isDevelopment'>;

/** The organization with the values in force. @throws UNAVAILABLE before it is created. */
export async function readRealm(db: Queryable, config: Configured): Promise<Realm> {
  const organization = await findOrganization(db);
  if (!organization) throw errors.unavailable('There is no organization yet.');
  const systemGroups = systemGroupIds(await listSystemGroups(db));
  return {
    settings: effectiveOrganizationSettings(organization.settings, systemGroups),
    systemGroups,
    userSettingsDefaults: organization.userSettingsDefaults,
    createdAt: organization.createdAt,
    publicUrl: config.publicUrl,
    host: config.host,
    isDevelopment: config.isDevelopment,
  };
}

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

/** IDs of the system groups; empty before the organization is created. */
function listSystemGroups(db: Queryable): Promise<{ group_id: number; rule: string }[]> {
  return db.many(sql`select group_id, rule from groups where rule is not null`);
}
