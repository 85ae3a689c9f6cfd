import { errors, errorText, required } from '@parley/core';
import { toSettingValues, userSettingNames, userSettingUpdateSchema } from '@parley/settings';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import {
  boolean,
  freeText,
  json,
  jsonOrText,
  type Parameter,
  text,
} from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

/** The parameters of all personal settings. Texts may be JSON strings in quotes. */
const settings: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  userSettingNames.map((name) => [
    name,
    jsonOrText<unknown>(required(userSettingUpdateSchema(name), 'schema of a setting')).optional(),
  ]),
);

/** Maximum number of users and of groups in one request. */
const maxTargets = 20_000;
const ids = z.array(z.int().positive()).max(maxTargets).default([]);
const targetSchema = z.strictObject({
  user_ids: ids,
  group_ids: ids,
  skip_if_already_edited: z.boolean().default(false),
});

/** Parameters that change the account and not its settings. */
const ofAccount = ['full_name', 'email', 'old_password', 'new_password', 'timezone'];

export const updateSettings = route({
  method: 'PATCH',
  path: '/settings',
  operation: 'update-settings',
  summary: "Changes the caller's name, address, password and personal settings, or settings of others.",
  auth: 'required',
  params: params({
    full_name: freeText().optional(),
    email: text()
      .optional()
      .describe('Takes effect when the user follows the link in the mail to the new address.'),
    old_password: freeText().optional(),
    new_password: freeText().optional(),
    timezone: text().optional().describe('IANA name.'),
    target_users: json(targetSchema)
      .optional()
      .describe(
        'For administrators: changes the settings of these users instead of the caller’s, for skip_if_already_edited ' +
          'without settings that the user has changed.',
      ),
    skip_if_already_edited: boolean()
      .optional()
      .describe('As the member of `target_users`, for clients that send it beside.'),
    ...settings,
  }),
  async handle(ctx, values, { call }) {
    const given: Readonly<Record<string, unknown>> = values;
    const changed = Object.fromEntries(
      userSettingNames.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
    );
    const target = values.target_users as z.infer<typeof targetSchema> | undefined;
    if (target) {
      const refused = ofAccount.find((name) => given[name] !== undefined);
      if (refused) {
        throw errors.badRequest(errorText('Only the user can change {parameter}.', { parameter: refused }));
      }
      const request = {
        userIds: target.user_ids,
        groupIds: target.group_ids,
        skipIfAlreadyEdited: target.skip_if_already_edited || values.skip_if_already_edited === true,
        settings: toSettingValues(changed),
      };
      await ctx.rpc.userAdmin.updateSettingsOfUsers(request, call);
      return ok();
    }
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
