import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const deleteMessage = route({
  method: 'DELETE',
  path: '/messages/{message_id}',
  operation: 'delete-message',
  summary: 'Deletes a message for everyone.',
  auth: 'required',
  params: params({ message_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.deleteMessage({ messageId: values.message_id }, call);
    return ok();
  },
});
