import { ownUserSchema } from '@parley/api';
import { required } from '@parley/core';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import { z } from 'zod';
import { members, ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getOwnUser = route({
  method: 'GET',
  path: '/users/me',
  operation: 'get-own-user',
  summary: 'Returns the caller.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: ownUserSchema.extend({ max_message_id: z.int().meta({ deprecated: true }) }),
  async handle(ctx, _values, { call }) {
    // The answer contains the deprecated member `max_message_id`, which messaging returns as part of its initial state.
    const options = InitialStateOptions.create({ fetchEventTypes: ['message'] });
    const [{ userJson }, { state }] = await Promise.all([
      ctx.rpc.userAdmin.getOwnUser({}, call),
      ctx.rpc.messaging.getInitialState({ options, histories: [] }, call),
    ]);
    return ok(members(userJson), members(required(state, 'state of the person').fieldsJson));
  },
});
