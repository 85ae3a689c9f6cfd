import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const deleteScheduledMessage = route({
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  operation: 'delete-scheduled-message',
  summary: 'Deletes a scheduled message before it is sent.',
  auth: 'required',
  changes: 'nothing',
  params: params({ scheduled_message_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.deleteScheduledMessage({ scheduledMessageId: values.scheduled_message_id }, call);
    return ok();
  },
});
