/** Parses permission settings of channels, groups and the organization, and converts them for requests to services. */
import { recordOf } from '@parley/core';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import { z } from 'zod';
import type { Parameter } from '../edge/declaration/parameter.ts';
import { maxIds, userIdSchema } from './schemas.ts';

/** Maximum number of users and groups in one permission. Every client stores all of them. */
const maxNamed = 1_000;

const anySettingSchema = z.union(
  [
    z.int().positive(),
    z.object({
      direct_members: z.array(userIdSchema).max(maxIds),
      direct_subgroups: z.array(z.int().positive()).max(maxIds),
    }),
  ],
  { error: 'is not a group ID or an object with direct_members and direct_subgroups' },
);

/** A permission: the ID of a group, or lists of users and groups (docs/api/requests.md#group-setting-values). */
export const groupSettingSchema = anySettingSchema.refine(
  (value) =>
    typeof value === 'number' || value.direct_members.length + value.direct_subgroups.length <= maxNamed,
  { error: `has too many members (limit: ${maxNamed}); use a group` },
);

/** Converts a permission to the message type that services use. */
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

/** A change of a permission: the new value, and optionally the value that the client believes to be current. */
export const groupSettingUpdateSchema = z.object({
  new: groupSettingSchema,
  old: anySettingSchema.optional(),
});

/** Converts a change of a permission to the message types that services use. */
export const toGroupSettingUpdate = (update: z.infer<typeof groupSettingUpdateSchema>) => ({
  new: toGroupSetting(update.new),
  old: update.old === undefined ? undefined : toGroupSetting(update.old),
});

export const forEachSetting = <Name extends string, T>(names: readonly Name[], parameter: Parameter<T>) =>
  recordOf(names, () => parameter);

export function givenSettings<Name extends string, T, R>(
  names: readonly Name[],
  values: Readonly<Record<Name, T | undefined>>,
  convert: (value: T) => R,
): Record<string, R> {
  const settings: Record<string, R> = {};
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) settings[name] = convert(value);
  }
  return settings;
}
