import { type OrganizationPermission, organizationPermissions, plainSettingSchemas } from '@parley/settings';
import { z } from 'zod';
import { authenticationMethodSchema } from './organization.ts';
import { groupSettingValueSchema } from './permission.ts';

const permissionSchemas = Object.fromEntries(
  Object.keys(organizationPermissions).map((name) => [name, groupSettingValueSchema]),
) as Record<OrganizationPermission, typeof groupSettingValueSchema>;

/** Derived from `@parley/settings`, so a new setting needs no change here. */
export const organizationSettingSchemas = {
  ...plainSettingSchemas,
  ...permissionSchemas,
  /** Unlike the stored setting, which is only a boolean per method. */
  authentication_methods: z.record(z.string(), authenticationMethodSchema),
};

type Schemas = typeof organizationSettingSchemas;

/** Schemas of the same settings under their names in the registration, which begin with `realm_`. */
export const realmSettingFields = Object.fromEntries(
  Object.entries(organizationSettingSchemas).map(([name, schema]) => [`realm_${name}`, schema]),
) as { [Name in keyof Schemas as `realm_${Name}`]: Schemas[Name] };
