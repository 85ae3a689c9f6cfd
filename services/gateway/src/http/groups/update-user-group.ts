import { groupPermissionNames } from '@parley/settings';
import { ok } from '../../edge/answer/envelope.ts';
import { boolean, freeText, integer, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { expectedValues } from '../expected-values.ts';
import {
  forEachSetting,
  givenSettings,
  groupSettingUpdateSchema,
  toGroupSettingUpdate,
} from '../permission-settings.ts';

export const updateUserGroup = route({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  operation: 'update-user-group',
  summary: 'Changes the name, description or permissions of a user group, or reactivates it.',
  auth: 'required',
  params: params({
    user_group_id: integer({ min: 0 }).inPath(),
    name: freeText().optional(),
    description: freeText().optional(),
    deactivated: boolean().optional().describe('`false` reactivates a deactivated group.'),
    expected: expectedValues,
    ...forEachSetting(groupPermissionNames, json(groupSettingUpdateSchema).optional()),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateGroup(
      {
        groupId: values.user_group_id,
        name: values.name,
        description: values.description,
        deactivated: values.deactivated,
        settings: givenSettings(groupPermissionNames, values, toGroupSettingUpdate),
        expected: values.expected,
      },
      call,
    );
    return ok();
  },
});
