import { toSettingValues, userSettingNames, userSettingUpdateSchema } from '@parley/settings';
import { ok } from '../../edge/envelope.ts';
import { freeText, jsonOrText, type Parameter, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

/** The parameters of all personal settings. Texts may be JSON strings in quotes. */
const settings: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  userSettingNames.map((name) => [name, jsonOrText<unknown>(userSettingUpdateSchema(name)!).optional()]),
);

export const updateSettings = route({
  method: 'PATCH',
  path: '/settings',
  operation: 'update-settings',
  summary: "Changes the caller's name, address, password and personal settings.",
  auth: 'required',
  params: params({
    full_name: freeText().optional(),
    email: text()
      .optional()
      .describe('Takes effect when the user follows the link in the mail to the new address.'),
    old_password: freeText().optional(),
    new_password: freeText().optional(),
    timezone: text().optional().describe('IANA name.'),
    ...settings,
  }),
  async handle(ctx, values, { call }) {
    const given: Readonly<Record<string, unknown>> = values;
    const changed = Object.fromEntries(
      userSettingNames.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
    );
    await ctx.rpc.userAdmin.updateSettings(
      {
        fullName: values.full_name as string | undefined,
        email: values.email as string | undefined,
        oldPassword: (values.old_password as string | undefined) ?? '',
        newPassword: values.new_password as string | undefined,
        timezone: values.timezone as string | undefined,
        settings: toSettingValues(changed),
      },
      call,
    );
    return ok();
  },
});
