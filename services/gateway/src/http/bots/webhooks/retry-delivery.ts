import { deliverySchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { integer, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { botId } from '../bot-id.ts';

export const retryDelivery = route({
  method: 'POST',
  path: '/bots/{bot_id}/deliveries/{direction}/{delivery_id}/retry',
  operation: 'retry-delivery',
  summary: 'Repeats a delivery: posts the payload of a tool again, or sends a message to the program again.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    bot_id: botId(),
    direction: oneOf(['in', 'out']).inPath(),
    delivery_id: integer({ min: 0 }).inPath(),
  }),
  answer: z.strictObject({
    delivery: deliverySchema,
  }),
  async handle(ctx, { bot_id, direction, delivery_id }, { call, language }) {
    const request = { botUserId: bot_id, direction, deliveryId: delivery_id, language: language() };
    const { deliveryJson } = await ctx.rpc.integrations.retryDelivery(request, call);
    return ok({ delivery: raw(deliveryJson) });
  },
});
