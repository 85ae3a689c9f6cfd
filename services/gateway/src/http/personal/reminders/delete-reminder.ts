import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const deleteReminder = route({
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  operation: 'delete-reminder',
  summary: 'Deletes a reminder.',
  auth: 'required',
  changes: 'nothing',
  params: params({ reminder_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.deleteReminder({ reminderId: values.reminder_id }, call);
    return ok();
  },
});
