import { getOwnUserAnswer } from '@parley/api/operations';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Call } from '@parley/rpc';
import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { members, ok } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getOwnUser = route({
  method: 'GET',
  path: '/users/me',
  operation: 'get-own-user',
  summary: 'Returns the caller.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: getOwnUserAnswer,
  async handle(ctx, _values, { call }) {
    const [{ userJson }, maxMessageId] = await Promise.all([
      ctx.rpc.userAdmin.getOwnUser({}, call),
      maxMessageIdOf(ctx, call),
    ]);
    return ok(members(userJson), { max_message_id: maxMessageId });
  },
});

const stateSchema = z.object({ max_message_id: z.number() });

/** Returns the deprecated `max_message_id` as a registration returns it. */
async function maxMessageIdOf(ctx: Ctx, call: Call): Promise<number> {
  const options = InitialStateOptions.create({ fetchEventTypes: ['message'] });
  const { state } = await ctx.rpc.messaging.getInitialState({ options, histories: [] }, call);
  return stateSchema.parse(JSON.parse(state!.fieldsJson.toString())).max_message_id;
}
