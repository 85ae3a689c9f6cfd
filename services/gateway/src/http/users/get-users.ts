import { userSchema } from '@parley/api';
import { z } from 'zod';
import { ok, streamedArray } from '../../edge/answer/envelope.ts';
import { clientGravatar } from '../../edge/declaration/client-gravatar.ts';
import { boolean, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { maxIds, userIdSchema } from '../schemas.ts';

export const getUsers = route({
  method: 'GET',
  path: '/users',
  operation: 'get-users',
  summary: 'Lists the users whom the caller may see.',
  auth: 'required',
  params: params({
    client_gravatar: clientGravatar(),
    include_custom_profile_fields: boolean().default(false),
    user_ids: json(z.array(userIdSchema).max(maxIds)).optional().describe('Only these users.'),
  }),
  answer: z.strictObject({
    members: z.array(userSchema),
  }),
  async handle(ctx, values, { call }) {
    const parts = ctx.rpc.userAdmin.getUsers(
      {
        includeCustomProfileFields: values.include_custom_profile_fields,
        userIds: values.user_ids ?? [],
        hasUserIds: values.user_ids !== undefined,
      },
      call,
    );
    return ok(streamedArray('members', usersOf(parts)));
  },
});

async function* usersOf(parts: AsyncIterable<{ usersJson: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { usersJson } of parts) yield usersJson;
}
