import { z } from 'zod';
import { groupSettingValueSchema } from './permission.ts';

export const userGroupSchema = z
  .strictObject({
    name: z.string(),
    date_created: z.int().nullable(),
    creator_id: z.int().nullable(),
    description: z.string(),
    members: z.array(z.int()),
    direct_subgroup_ids: z.array(z.int()),
    id: z.int(),
    is_system_group: z.boolean(),
    can_add_members_group: groupSettingValueSchema,
    can_join_group: groupSettingValueSchema,
    can_leave_group: groupSettingValueSchema,
    can_manage_group: groupSettingValueSchema,
    can_mention_group: groupSettingValueSchema,
    can_remove_members_group: groupSettingValueSchema,
    deactivated: z.boolean(),
  })
  .meta({ id: 'UserGroup' });
export type UserGroup = z.infer<typeof userGroupSchema>;
