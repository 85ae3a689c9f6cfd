import { ok } from '../../../edge/answer/envelope.ts';
import { integer, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const setTypingStatusForMessageEdit = route({
  method: 'POST',
  path: '/messages/{message_id}/typing',
  operation: 'set-typing-status-for-message-edit',
  summary: 'Notifies recipients that the caller started or stopped editing a message.',
  auth: 'required',
  changes: 'nothing',
  awaits: 'facts',
  params: params({ message_id: integer({ min: 0 }).inPath(), op: oneOf(['start', 'stop']) }),
  async handle(ctx, { op, message_id: messageId }, { call }) {
    await ctx.rpc.messaging.signalTyping({ op, place: { $case: 'messageId', messageId } }, call);
    return ok();
  },
});
