import { errors, isOneOf } from '@parley/core';
import {
  changeableOrganizationSettings,
  type OrganizationSettingName,
  organizationPermissions,
  organizationSetting,
  toSettingValues,
} from '@parley/settings';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { jsonOrText, type Parameter, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { isAvailableProvider } from '../../video-calls/providers.ts';
import { expectedValues } from '../expected-values.ts';
import { groupSettingSchema, groupSettingUpdateSchema } from '../permission-settings.ts';

/** Words that clients may send instead of null. For `message_retention_days`, `unlimited` means -1 instead. */
const words: Readonly<Record<string, unknown>> = { unlimited: null, default: null };

/** Returns the parameter for a setting. A permission may be sent as `{"new": …, "old": …}`, or as its new value alone. */
function settingParameter(name: OrganizationSettingName): Parameter<unknown> {
  if (Object.hasOwn(organizationPermissions, name)) {
    return jsonOrText<unknown>(z.union([groupSettingUpdateSchema, groupSettingSchema])).optional();
  }
  const { schema } = organizationSetting(name);
  if (schema instanceof z.ZodString) return text().optional();
  if (name === 'message_retention_days') {
    return jsonOrText<unknown>(z.union([schema, z.literal('unlimited')])).optional();
  }
  if (!schema.safeParse(null).success) return jsonOrText<unknown>(schema).optional();
  const word = name === 'jitsi_server_url' ? 'default' : 'unlimited';
  return jsonOrText<unknown>(z.union([z.literal(word), schema])).optional();
}

const settings: Readonly<Record<string, Parameter<unknown>>> = Object.fromEntries(
  changeableOrganizationSettings.map((name) => {
    const parameter = settingParameter(name);
    // Clients before level 453 use the former name.
    return [name, name === 'gif_rating_policy' ? parameter.alias('giphy_rating') : parameter];
  }),
);

/** Returns the value to store for a given value of a setting. */
function keptValue(name: string, given: unknown): unknown {
  if (name === 'message_retention_days' && given === 'unlimited') return -1;
  const isNullable =
    isOneOf(changeableOrganizationSettings, name) && organizationSetting(name).schema.safeParse(null).success;
  return isNullable && typeof given === 'string' && Object.hasOwn(words, given) ? words[given] : given;
}

export const updateRealm = route({
  method: 'PATCH',
  path: '/realm',
  operation: 'update-realm',
  summary: 'Changes settings of the organization. For administrators; some settings for owners.',
  auth: 'required',
  params: params({ ...settings, expected: expectedValues }),
  async handle(ctx, { expected, ...values }, { call }) {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const changes = Object.fromEntries(given.map(([name, value]) => [name, keptValue(name, value)]));
    const provider = changes.video_chat_provider;
    if (provider !== undefined && !isAvailableProvider(ctx.config.calls, provider)) {
      throw errors.badRequest('This provider of video calls is not configured.');
    }
    const gifs = changes.gif_provider;
    if (gifs !== undefined && gifs !== 'none') {
      const { providers } = await ctx.rpc.upload.getGifProviders({}, call);
      if (!providers.includes(String(gifs)))
        throw errors.badRequest('This provider of GIFs is not configured.');
    }
    await ctx.rpc.userAdmin.updateOrganization(
      {
        changes: toSettingValues(changes),
        expected,
      },
      call,
    );
    return ok();
  },
});
