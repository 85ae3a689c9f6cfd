import { groupPermissionNames } from '@parley/settings';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { forEachSetting, givenSettings, groupSettingSchema, toGroupSetting } from '../permission-settings.ts';
import { groupIdsSchema, userIdsSchema } from '../schemas.ts';

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
    ...forEachSetting(groupPermissionNames, json(groupSettingSchema).optional()),
  }),
  answer: z.strictObject({
    group_id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const created = await ctx.rpc.userAdmin.createGroup(
      {
        name: values.name,
        description: values.description,
        memberIds: values.members,
        subgroupIds: values.subgroups,
        settings: givenSettings(groupPermissionNames, values, toGroupSetting),
      },
      call,
    );
    return ok({ group_id: created.groupId });
  },
});
