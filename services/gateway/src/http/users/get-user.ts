import { userSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { clientGravatar } from '../../edge/declaration/client-gravatar.ts';
import { boolean, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { toUserReference } from './user-reference.ts';

export const getUser = route({
  method: 'GET',
  path: '/users/{user_id_or_email}',
  operation: 'get-user',
  summary: 'Returns one user or bot, by ID or by an address that the caller may see.',
  auth: 'required',
  params: params({
    user_id_or_email: text().inPath(),
    client_gravatar: clientGravatar(),
    include_custom_profile_fields: boolean().default(false),
  }),
  answer: z.strictObject({
    user: userSchema,
  }),
  async handle(ctx, values, { call }) {
    const { userJson } = await ctx.rpc.userAdmin.getUser(
      {
        user: toUserReference(values.user_id_or_email),
        includeCustomProfileFields: values.include_custom_profile_fields,
      },
      call,
    );
    return ok({ user: raw(userJson) });
  },
});
