import { clientPresenceSchema } from '@parley/api';
import { Origin } from '@parley/proto/events/v1/event';
import { z } from 'zod';
import { members, ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { sharedFields } from '../../shared-fields.ts';

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
    const { answer, shared } = await ctx.sharedTexts.read(Origin.USER_ADMIN, true, (options) =>
      ctx.rpc.userAdmin.listPresences({ options }, call),
    );
    // user-admin of the previous release returns no state.
    if (!answer.state) return ok(members(answer.fieldsJson));
    return ok(members(answer.state.fieldsJson), sharedFields(shared));
  },
});
