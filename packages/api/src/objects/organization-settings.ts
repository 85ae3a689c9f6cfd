import { type OrganizationPermission, organizationPermissions, plainSettingSchemas } from '@parley/settings';
import { z } from 'zod';
import { authenticationMethodSchema } from './organization.ts';
import { groupSettingValueSchema } from './permission.ts';

/** Permissions of the organization, by name. */
const permissionSchemas = Object.fromEntries(
  Object.keys(organizationPermissions).map((name) => [name, groupSettingValueSchema]),
) as Record<OrganizationPermission, typeof groupSettingValueSchema>;

/**
 * Every setting of the organization in the form for clients, by name. They are derived from the declarations in
 * `@parley/settings`, so a new setting needs no line here.
 */
export const organizationSettingSchemas = {
  ...plainSettingSchemas,
  ...permissionSchemas,
  /** Whether each authentication method is enabled. (The stored setting is a boolean per method.) */
  authentication_methods: z.record(z.string(), authenticationMethodSchema),
};

type Schemas = typeof organizationSettingSchemas;

/** The same settings as the `realm_*` fields of the registration. */
export const realmSettingFields = Object.fromEntries(
  Object.entries(organizationSettingSchemas).map(([name, schema]) => [`realm_${name}`, schema]),
) as { [Name in keyof Schemas as `realm_${Name}`]: Schemas[Name] };
