import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { toUserReference } from '../../users/user-reference.ts';

/** The older form of a presence. */
const olderSchema = z.strictObject({ timestamp: z.int(), status: z.string() }).meta({ deprecated: true });

export const getUserPresence = route({
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  operation: 'get-user-presence',
  readsPresence: true,
  summary: 'Returns when a user was last active.',
  auth: 'required',
  params: params({ user_id_or_email: text().inPath() }),
  answer: z.strictObject({
    presence: z.strictObject({
      active_timestamp: z.int().optional(),
      idle_timestamp: z.int().optional(),
      website: olderSchema,
      aggregated: olderSchema,
    }),
    server_timestamp: z.number(),
  }),
  async handle(ctx, values, { call }) {
    const { presenceJson } = await ctx.rpc.userAdmin.getUserPresence(
      { user: toUserReference(values.user_id_or_email) },
      call,
    );
    return ok({ presence: raw(presenceJson), server_timestamp: Date.now() / 1000 });
  },
});
