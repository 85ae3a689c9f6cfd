import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const unpinMessage = route({
  method: 'DELETE',
  path: '/messages/{message_id}/pin',
  operation: 'unpin-message',
  summary: 'Unpins a message.',
  auth: 'required',
  changes: 'messages',
  awaits: 'facts',
  params: params({ message_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { message_id: messageId }, { call }) {
    await ctx.rpc.messaging.unpinMessage({ messageId }, call);
    return ok();
  },
});
