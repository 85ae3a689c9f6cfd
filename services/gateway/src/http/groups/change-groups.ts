import { ok } from '../../edge/envelope.ts';
import { boolean, freeText, integer, json, type Parameter } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import {
  groupIdsSchema,
  groupSettingSchema,
  groupSettingUpdateSchema,
  toGroupSetting,
  toGroupSettingUpdate,
  userIdsSchema,
} from '../schemas.ts';

/** Permission settings of a group. */
const settingNames = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;
type SettingName = (typeof settingNames)[number];

const forEachSetting = <T>(parameter: Parameter<T>) =>
  Object.fromEntries(settingNames.map((name) => [name, parameter])) as Record<SettingName, Parameter<T>>;

/** Those of the settings that were given, as the owner takes them. */
function given<T, R>(
  values: Readonly<Record<SettingName, T | undefined>>,
  convert: (value: T) => R,
): Record<string, R> {
  const settings: Record<string, R> = {};
  for (const name of settingNames) {
    const value = values[name];
    if (value !== undefined) settings[name] = convert(value);
  }
  return settings;
}

const groupId = integer({ min: 0 }).inPath();

export const createUserGroup = route({
  method: 'POST',
  path: '/user_groups/create',
  operation: 'create-user-group',
  summary: 'Creates a user group with its first members.',
  auth: 'required',
  params: params({
    name: freeText(),
    description: freeText(),
    members: json(userIdsSchema),
    subgroups: json(groupIdsSchema).default([]),
    ...forEachSetting(json(groupSettingSchema).optional()),
  }),
  async handle(ctx, values, { call }) {
    const created = await ctx.rpc.userAdmin.createGroup(
      {
        name: values.name,
        description: values.description,
        memberIds: values.members,
        subgroupIds: values.subgroups,
        settings: given(values, toGroupSetting),
      },
      call,
    );
    return ok({ group_id: created.groupId });
  },
});

export const updateUserGroup = route({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  operation: 'update-user-group',
  summary: 'Renames or describes a user group, changes its permissions, or takes it back into use.',
  auth: 'required',
  params: params({
    user_group_id: groupId,
    name: freeText().optional(),
    description: freeText().optional(),
    deactivated: boolean().optional().describe('`false` takes a deactivated group back into use.'),
    ...forEachSetting(json(groupSettingUpdateSchema).optional()),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateGroup(
      {
        groupId: values.user_group_id,
        name: values.name,
        description: values.description,
        deactivated: values.deactivated,
        settings: given(values, toGroupSettingUpdate),
      },
      call,
    );
    return ok({});
  },
});

export const deactivateUserGroup = route({
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  operation: 'deactivate-user-group',
  summary: 'Takes a user group out of use, if nothing depends on it.',
  auth: 'required',
  params: params({ user_group_id: groupId }),
  async handle(ctx, values, { call }) {
    const request = { groupId: values.user_group_id };
    // Channels are another owner's: what it says is handed on to the one that decides.
    const { uses } = await ctx.rpc.channel.findGroupUses(request, call, { idempotent: true });
    await ctx.rpc.userAdmin.deactivateGroup({ ...request, channelUses: uses }, call);
    return ok({});
  },
});

export const updateUserGroupMembers = route({
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  operation: 'update-user-group-members',
  summary: 'Adds and removes members and subgroups of a user group.',
  auth: 'required',
  params: params({
    user_group_id: groupId,
    add: json(userIdsSchema).default([]),
    delete: json(userIdsSchema).default([]),
    add_subgroups: json(groupIdsSchema).default([]),
    delete_subgroups: json(groupIdsSchema).default([]),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.changeGroupMembers(
      {
        groupId: values.user_group_id,
        add: values.add,
        delete: values.delete,
        addSubgroups: values.add_subgroups,
        deleteSubgroups: values.delete_subgroups,
      },
      call,
    );
    return ok({});
  },
});

export const updateUserGroupSubgroups = route({
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  operation: 'update-user-group-subgroups',
  summary: 'Adds and removes subgroups of a user group.',
  auth: 'required',
  params: params({
    user_group_id: groupId,
    add: json(groupIdsSchema).default([]),
    delete: json(groupIdsSchema).default([]),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.changeGroupMembers(
      {
        groupId: values.user_group_id,
        add: [],
        delete: [],
        addSubgroups: values.add,
        deleteSubgroups: values.delete,
      },
      call,
    );
    return ok({});
  },
});
