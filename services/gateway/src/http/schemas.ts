import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import { z } from 'zod';

/** More IDs than this in one request are refused. */
export const maxIds = 100_000;

/** Of an address or a name in a list: longer than any that there is. */
export const maxNameLength = 1_000;

export const userIdSchema = z.int().positive();
export const channelIdSchema = z.int().positive();
export const messageIdSchema = z.int().nonnegative();

export const userIdsSchema = z.array(userIdSchema).max(maxIds);

export const groupIdsSchema = z.array(z.int().positive()).max(maxIds);

/** People by ID or by API address, all the same way. */
export const principalsSchema = z.union(
  [z.array(userIdSchema).max(maxIds), z.array(z.string().min(1).max(maxNameLength)).max(maxIds)],
  { error: 'is not a list of user IDs or a list of email addresses' },
);

export type Principals = z.infer<typeof principalsSchema>;

/** Both forms as the services take them; both empty for the caller. */
export function principalFields(principals: Principals | undefined): {
  principalUserIds: number[];
  principalEmails: string[];
} {
  const list: readonly (number | string)[] = principals ?? [];
  return {
    principalUserIds: list.filter((each) => typeof each === 'number'),
    principalEmails: list.filter((each) => typeof each === 'string'),
  };
}

/** Who holds a right (specification, "Group-setting value"). */
export const groupSettingSchema = z.union(
  [
    z.int().positive(),
    z.object({
      direct_members: z.array(userIdSchema).max(maxIds),
      direct_subgroups: z.array(z.int().positive()).max(maxIds),
    }),
  ],
  { error: 'is not a group ID or an object with direct_members and direct_subgroups' },
);

/** A permission setting as services take it. */
export function toGroupSetting(value: z.infer<typeof groupSettingSchema>): GroupSetting {
  return typeof value === 'number'
    ? { value: { $case: 'groupId', groupId: value } }
    : {
        value: {
          $case: 'anonymous',
          anonymous: { directMembers: value.direct_members, directSubgroups: value.direct_subgroups },
        },
      };
}

/** A changed setting: its new value, and what the client believes it was. */
export const groupSettingUpdateSchema = z.object({
  new: groupSettingSchema,
  old: groupSettingSchema.optional(),
});

/** A change of one, with the value that the client saw. */
export const toGroupSettingUpdate = (update: z.infer<typeof groupSettingUpdateSchema>) => ({
  new: toGroupSetting(update.new),
  old: update.old === undefined ? undefined : toGroupSetting(update.old),
});
