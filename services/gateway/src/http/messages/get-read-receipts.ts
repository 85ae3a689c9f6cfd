import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getReadReceipts = route({
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  operation: 'get-read-receipts',
  summary: 'Lists the users who have read a message and send read receipts.',
  auth: 'required',
  awaits: 'facts',
  params: params({ message_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({
    user_ids: z.array(z.int()),
  }),
  async handle(ctx, values, { call }) {
    const { userIds } = await ctx.rpc.messaging.getReadReceipts({ messageId: values.message_id }, call);
    return ok({ user_ids: userIds });
  },
});
