import { z } from 'zod';

export const groupSettingValueSchema = z
  .union([
    z.int(),
    z.strictObject({
      direct_members: z.array(z.int()),
      direct_subgroups: z.array(z.int()),
    }),
  ])
  .meta({ id: 'GroupSettingValue' });
export type GroupSettingValue = z.infer<typeof groupSettingValueSchema>;

export const groupPermissionSettingSchema = z
  .strictObject({
    require_system_group: z.boolean(),
    allow_internet_group: z.boolean(),
    allow_nobody_group: z.boolean(),
    allow_everyone_group: z.boolean(),
    default_group_name: z.string(),
    default_for_system_groups: z.string().nullable(),
    allowed_system_groups: z.array(z.string()),
  })
  .meta({ id: 'GroupPermissionSetting' });
export type GroupPermissionSetting = z.infer<typeof groupPermissionSettingSchema>;
