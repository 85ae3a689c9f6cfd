import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const pinMessage = route({
  method: 'POST',
  path: '/messages/{message_id}/pin',
  operation: 'pin-message',
  summary: 'Pins a message to its channel, for everybody.',
  auth: 'required',
  changes: 'messages',
  awaits: 'facts',
  params: params({ message_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { message_id: messageId }, { call }) {
    await ctx.rpc.messaging.pinMessage({ messageId }, call);
    return ok();
  },
});
