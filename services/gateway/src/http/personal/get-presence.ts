import { clientPresenceSchema } from '@parley/api';
import { z } from 'zod';
import { members, ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getPresence = route({
  method: 'GET',
  path: '/realm/presence',
  operation: 'get-presence',
  readsPresence: true,
  summary: 'Returns when each user was last active.',
  auth: 'required',
  params: params({}),
  answer: z.strictObject({
    server_timestamp: z.number(),
    presences: z.record(z.string(), z.record(z.string(), clientPresenceSchema)),
  }),
  async handle(ctx, _values, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.listPresences({}, call);
    return ok(members(fieldsJson));
  },
});
