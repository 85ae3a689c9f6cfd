import { deliverySchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { integer, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';

export const getDeliveries = route({
  method: 'GET',
  path: '/bots/{bot_id}/deliveries',
  operation: 'get-deliveries',
  summary: 'Lists what the tools of a bot sent, or what was sent to its program, and what became of it.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    bot_id: botId(),
    direction: oneOf(['in', 'out']).default('in'),
    state: oneOf([
      'sent',
      'ignored',
      'filtered',
      'refused',
      'unverified',
      'waiting',
      'delivered',
      'dead',
    ]).optional(),
    before: integer({ min: 0 }).default(0).describe('Only deliveries with a lower ID.'),
    limit: integer({ min: 1, max: 100 }).default(20),
  }),
  answer: z.strictObject({
    deliveries: z.array(deliverySchema),
  }),
  async handle(ctx, { bot_id, direction, state, before, limit }, { call, language }) {
    const request = {
      botUserId: bot_id,
      direction,
      state: state ?? '',
      before,
      limit,
      language: language(),
    };
    const { deliveriesJson } = await ctx.rpc.integrations.listDeliveries(request, call);
    return ok({ deliveries: raw(deliveriesJson) });
  },
});
