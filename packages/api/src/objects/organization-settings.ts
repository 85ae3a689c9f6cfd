import { type OrganizationPermission, organizationPermissions, plainSettingSchemas } from '@parley/settings';
import { z } from 'zod';
import { authenticationMethodSchema } from './organization.ts';
import { groupSettingValueSchema } from './permission.ts';

/** Permissions of the organization, by name. */
const permissionSchemas = Object.fromEntries(
  Object.keys(organizationPermissions).map((name) => [name, groupSettingValueSchema]),
) as Record<OrganizationPermission, typeof groupSettingValueSchema>;

/**
 * Every setting of the organization in the form for clients, by name. They are derived from the declarations of
 * `@parley/settings`, so a new setting needs no line here.
 */
export const organizationSettingSchemas = {
  ...plainSettingSchemas,
  ...permissionSchemas,
  /** By authentication method: whether it is enabled. (The stored setting is a boolean per method.) */
  authentication_methods: z.record(z.string(), authenticationMethodSchema),
};

type Schemas = typeof organizationSettingSchemas;

/** The same settings as the registration's fields `realm_*`. */
export const realmSettingFields = Object.fromEntries(
  Object.entries(organizationSettingSchemas).map(([name, schema]) => [`realm_${name}`, schema]),
) as { [Name in keyof Schemas as `realm_${Name}`]: Schemas[Name] };
