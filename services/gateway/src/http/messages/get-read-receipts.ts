import { getReadReceiptsAnswer } from '@parley/api/operations';
import { ok } from '../../edge/envelope.ts';
import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getReadReceipts = route({
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  operation: 'get-read-receipts',
  summary: 'Who has read a message, of those who let others know.',
  auth: 'required',
  params: params({ message_id: integer({ min: 0 }).inPath() }),
  answer: getReadReceiptsAnswer,
  async handle(ctx, values, { call }) {
    const { userIds } = await ctx.rpc.messaging.getReadReceipts({ messageId: values.message_id }, call, {
      idempotent: true,
    });
    return ok({ user_ids: userIds });
  },
});
