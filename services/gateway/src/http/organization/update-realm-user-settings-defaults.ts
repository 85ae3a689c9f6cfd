import { required } from '@parley/core';
import { changeableUserSettingDefaults, toSettingValues, userSettingSchema } from '@parley/settings';
import { ok } from '../../edge/answer/envelope.ts';
import { jsonOrText, type Parameter } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { expectedValues } from '../expected-values.ts';

const settings: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  changeableUserSettingDefaults.map((name) => [
    name,
    jsonOrText<unknown>(required(userSettingSchema(name), 'schema of a setting')).optional(),
  ]),
);

export const updateRealmUserSettingsDefaults = route({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  operation: 'update-realm-user-settings-defaults',
  summary: 'Changes the personal settings that new users start with.',
  auth: 'required',
  params: params({ ...settings, expected: expectedValues }),
  async handle(ctx, { expected, ...values }, { call }) {
    const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    await ctx.rpc.userAdmin.updateUserSettingsDefaults(
      {
        changes: toSettingValues(changes),
        expected,
      },
      call,
    );
    return ok();
  },
});
