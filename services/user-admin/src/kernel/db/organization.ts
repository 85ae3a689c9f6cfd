import { errors } from '@parley/core';
import { type Queryable, sql, type Tx } from '@parley/db';
import { effectiveOrganizationSettings, systemGroupIds } from '@parley/settings';
import type { Organization } from '../domain/organization.ts';
import { methodsInForce } from '../domain/sign-in-methods.ts';

/** The properties of the organization that come from the configuration. */
export type Configured = Pick<
  Organization,
  'publicUrl' | 'host' | 'isDevelopment' | 'signInMethods' | 'webPushPublicKey' | 'reachesPhones'
>;

/** Reads the organization with its effective settings. @throws UNAVAILABLE before the organization is created */
export async function readOrganization(db: Queryable, configured: Configured): Promise<Organization> {
  const stored = await findStoredOrganization(db);
  if (!stored) throw errors.noOrganization();
  const systemGroups = systemGroupIds(stored.systemGroups);
  const settings = effectiveOrganizationSettings(stored.settings, systemGroups);
  // Operators decide which methods there are; owners can only switch those on and off.
  const authentication_methods = methodsInForce(settings.authentication_methods, configured.signInMethods);
  return {
    settings: { ...settings, authentication_methods },
    systemGroups,
    userSettingsDefaults: stored.userSettingsDefaults,
    createdAt: stored.createdAt,
    isDeactivated: stored.isDeactivated,
    publicUrl: configured.publicUrl,
    host: configured.host,
    isDevelopment: configured.isDevelopment,
    signInMethods: configured.signInMethods,
    webPushPublicKey: configured.webPushPublicKey,
    reachesPhones: configured.reachesPhones && (stored.pushPermission?.canPush ?? true),
    pushEndsAt: configured.reachesPhones ? (stored.pushPermission?.endsAt ?? null) : null,
  };
}

/** Stored settings: only those that differ from their defaults. */
export type StoredOrganization = {
  settings: Readonly<Record<string, unknown>>;
  userSettingsDefaults: Readonly<Record<string, unknown>>;
  /** Unix time, whole seconds. */
  createdAt: number;
  isDeactivated: boolean;
  /** The groups that the server keeps for roles, with their rules. */
  systemGroups: { group_id: number; rule: string }[];
  /** Null until the forwarding service of push notifications has reported it. */
  pushPermission: PushPermission | null;
};

/** Whether the forwarding service sends notifications, and until when, in seconds since the Unix epoch. */
export type PushPermission = { canPush: boolean; endsAt: number | null };

/** Returns the stored organization; undefined before it is created. */
export async function findStoredOrganization(db: Queryable): Promise<StoredOrganization | undefined> {
  const row = await db.maybeOne<{
    settings: Record<string, unknown>;
    user_settings_defaults: Record<string, unknown>;
    created_at: Date;
    is_deactivated: boolean;
    push_permission: PushPermission | null;
    system_groups: { group_id: number; rule: string }[];
  }>(sql`
    select settings, user_settings_defaults, created_at, deactivated_at is not null as is_deactivated, push_permission,
           (select coalesce(json_agg(json_build_object('group_id', group_id, 'rule', rule)), '[]')
              from groups where rule is not null) as system_groups
      from organization`);
  return (
    row && {
      settings: row.settings,
      userSettingsDefaults: row.user_settings_defaults,
      createdAt: Math.floor(row.created_at.getTime() / 1000),
      isDeactivated: row.is_deactivated,
      pushPermission: row.push_permission ?? null,
      systemGroups: row.system_groups,
    }
  );
}

/** Returns whether an operator deactivated the organization. */
export async function isOrganizationDeactivated(db: Queryable): Promise<boolean> {
  const row = await db.maybeOne<{ deactivated: boolean }>(
    sql`select deactivated_at is not null as deactivated from organization`,
  );
  return row?.deactivated ?? false;
}

/** Stores what the forwarding service of push notifications permits. @returns whether that is a change */
export async function storePushPermission(tx: Tx, permission: PushPermission): Promise<boolean> {
  const json = JSON.stringify(permission);
  const changed = await tx.execute(sql`
    update organization set push_permission = ${json}::jsonb where push_permission is distinct from ${json}::jsonb`);
  return changed > 0;
}

/** Deactivates the organization, or reactivates it. */
export async function storeOrganizationActive(tx: Tx, isActive: boolean): Promise<void> {
  await tx.execute(
    sql`update organization set deactivated_at = ${isActive ? null : new Date()}::timestamptz`,
  );
}
