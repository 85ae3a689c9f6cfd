import { errors } from '@parley/core';
import type { Queryable } from '@parley/db';
import { effectiveOrganizationSettings, type OrganizationSettings, systemGroupIds } from '@parley/settings';
import type { RealmFacts } from '../../organization/domain/realm-fields.ts';
import { listSystemGroups } from '../../organization/db/groups.ts';
import { findOrganization } from '../../organization/db/organization.ts';

export type Realm = RealmFacts & {
  settings: OrganizationSettings;
  userSettingsDefaults: Readonly<Record<string, unknown>>;
};

/** What the configuration says of the organization. */
type Configured = Pick<RealmFacts, 'publicUrl' | 'host' | 'isDevelopment'>;

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
