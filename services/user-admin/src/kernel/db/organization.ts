import { errors } from '@parley/core';
import { type Queryable, sql, type Tx } from '@parley/db';
import type { GroupId } from '@parley/rules';
import { effectiveOrganizationSettings, systemGroupIds } from '@parley/settings';
import type { Organization } from '../domain/organization.ts';
import { methodsInForce } from '../domain/sign-in-methods.ts';

/** The properties of the organization that the configuration determines. */
export type Configured = Pick<
  Organization,
  | 'publicUrl'
  | 'host'
  | 'isDevelopment'
  | 'signInMethods'
  | 'ownerFullContentAccess'
  | 'webPushPublicKey'
  | 'reachesPhones'
>;

/** Returns the organization with its effective settings. @throws UNAVAILABLE while no organization exists */
export async function readOrganization(db: Queryable, configured: Configured): Promise<Organization> {
  const stored = await findStoredOrganization(db);
  if (!stored) throw errors.noOrganization();
  const systemGroups = systemGroupIds(stored.systemGroups);
  const settings = effectiveOrganizationSettings(stored.settings, systemGroups);
  // Operators configure the available methods. Owners can only switch them on and off.
  const authentication_methods = methodsInForce(settings.authentication_methods, configured.signInMethods);
  return {
    settings: { ...settings, authentication_methods },
    systemGroups,
    userSettingsDefaults: stored.userSettingsDefaults,
    uuid: stored.uuid,
    createdAt: stored.createdAt,
    isDeactivated: stored.isDeactivated,
    publicUrl: configured.publicUrl,
    host: configured.host,
    isDevelopment: configured.isDevelopment,
    signInMethods: configured.signInMethods,
    ownerFullContentAccess: configured.ownerFullContentAccess,
    webPushPublicKey: configured.webPushPublicKey,
    reachesPhones: configured.reachesPhones && (stored.pushPermission?.canPush ?? true),
    pushEndsAt: configured.reachesPhones ? (stored.pushPermission?.endsAt ?? null) : null,
  };
}

/** The stored row of the organization. Settings that are not stored have their default value. */
export type StoredOrganization = {
  settings: Readonly<Record<string, unknown>>;
  userSettingsDefaults: Readonly<Record<string, unknown>>;
  uuid: string;
  /** In whole seconds since the Unix epoch. */
  createdAt: number;
  isDeactivated: boolean;
  /** The groups that follow from roles, with the rules of their membership. */
  systemGroups: { group_id: GroupId; rule: string }[];
  /** Null until the forwarding service has reported its permission. */
  pushPermission: PushPermission | null;
};

/** `endsAt` is when that ends, in seconds since the Unix epoch; null for no known end. */
export type PushPermission = { canPush: boolean; endsAt: number | null };

export async function findStoredOrganization(db: Queryable): Promise<StoredOrganization | undefined> {
  const row = await db.maybeOne<{
    settings: Record<string, unknown>;
    user_settings_defaults: Record<string, unknown>;
    organization_uuid: string;
    created_at: number;
    is_deactivated: boolean;
    push_permission: PushPermission | null;
    system_groups: { group_id: GroupId; rule: string }[];
  }>(sql`
    select settings, user_settings_defaults, organization_uuid, floor(extract(epoch from created_at))::int8 as created_at,
           deactivated_at is not null as is_deactivated, push_permission,
           (select coalesce(json_agg(json_build_object('group_id', group_id, 'rule', rule)), '[]')
              from groups where rule is not null) as system_groups
      from organization`);
  return (
    row && {
      settings: row.settings,
      userSettingsDefaults: row.user_settings_defaults,
      uuid: row.organization_uuid,
      createdAt: row.created_at,
      isDeactivated: row.is_deactivated,
      pushPermission: row.push_permission ?? null,
      systemGroups: row.system_groups,
    }
  );
}

export async function isOrganizationDeactivated(db: Queryable): Promise<boolean> {
  const row = await db.maybeOne<{ deactivated: boolean }>(
    sql`select deactivated_at is not null as deactivated from organization`,
  );
  return row?.deactivated ?? false;
}

/** Stores the permission of the forwarding service of push notifications. @returns whether it differs from the stored one */
export async function storePushPermission(tx: Tx, permission: PushPermission): Promise<boolean> {
  const json = JSON.stringify(permission);
  const changed = await tx.execute(sql`
    update organization set push_permission = ${json}::jsonb where push_permission is distinct from ${json}::jsonb`);
  return changed > 0;
}

export async function storeOrganizationActive(tx: Tx, isActive: boolean): Promise<void> {
  await tx.execute(
    sql`update organization set deactivated_at = ${isActive ? null : new Date()}::timestamptz`,
  );
}
