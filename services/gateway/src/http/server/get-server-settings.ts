import { z } from 'zod';
import { members, ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { versionFields } from '../version.ts';

export const getServerSettings = route({
  method: 'GET',
  path: '/server_settings',
  operation: 'get-server-settings',
  summary: 'Returns what a client needs to know before sign-in.',
  auth: 'none',
  isAlwaysServed: true,
  params: params({}),
  answer: z.strictObject({
    authentication_methods: z.record(z.string(), z.boolean()).meta({ deprecated: true }),
    external_authentication_methods: z.array(
      z.strictObject({
        name: z.string(),
        display_name: z.string(),
        display_icon: z.string().nullable(),
        login_url: z.string(),
        signup_url: z.string(),
      }),
    ),
    zulip_feature_level: z.int(),
    zulip_version: z.string(),
    zulip_merge_base: z.string(),
    push_notifications_enabled: z.boolean(),
    is_incompatible: z.boolean(),
    email_auth_enabled: z.boolean(),
    require_email_format_usernames: z.boolean(),
    realm_uri: z.string().meta({ deprecated: true }),
    realm_url: z.string(),
    realm_name: z.string(),
    realm_icon: z.string(),
    realm_description: z.string(),
    realm_web_public_access_enabled: z.boolean(),
  }),
  async handle(ctx, _values, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.getServerSettings({}, call);
    return ok(versionFields, members(fieldsJson));
  },
});
