import { type OrganizationPermission, organizationPermissions, plainSettingSchemas } from '@parley/settings';
import { z } from 'zod';
import { authenticationMethodSchema } from './organization.ts';
import { groupSettingValueSchema } from './permission.ts';

/** Permissions of the organization, by name. */
const permissionSchemas = Object.fromEntries(
  Object.keys(organizationPermissions).map((name) => [name, groupSettingValueSchema]),
) as Record<OrganizationPermission, typeof groupSettingValueSchema>;

/**
 * Every setting of the organization as clients get it, by name. They follow from the declarations of `@parley/settings`, so
 * a new setting needs no line here.
 */
export const organizationSettingSchemas = {
  ...plainSettingSchemas,
  ...permissionSchemas,
  /** By method, whether it is enabled, where the setting itself is a boolean by method. */
  authentication_methods: z.record(z.string(), authenticationMethodSchema),
};

type Schemas = typeof organizationSettingSchemas;

/** The same settings as fields of a registration, `realm_*`. */
export const realmSettingFields = Object.fromEntries(
  Object.entries(organizationSettingSchemas).map(([name, schema]) => [`realm_${name}`, schema]),
) as { [Name in keyof Schemas as `realm_${Name}`]: Schemas[Name] };
