import { ok } from '../../edge/answer/envelope.ts';
import { freeText, integer, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const addSubmessage = route({
  method: 'POST',
  path: '/submessage',
  operation: 'add-submessage',
  summary: 'Adds a part to an interactive message.',
  auth: 'required',
  changes: 'messages',
  awaits: 'facts',
  params: params({ message_id: integer({ min: 0 }), msg_type: text(), content: freeText() }),
  async handle(ctx, { message_id: messageId, msg_type: msgType, content }, { call }) {
    await ctx.rpc.messaging.addSubmessage({ messageId, msgType, content }, call);
    return ok();
  },
});
