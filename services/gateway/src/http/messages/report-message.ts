import { ok } from '../../edge/answer/envelope.ts';
import { freeText, integer, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const reportMessage = route({
  method: 'POST',
  path: '/messages/{message_id}/report',
  operation: 'report-message',
  summary: 'Reports a message to the moderators.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    message_id: integer({ min: 0 }).inPath(),
    report_type: text().describe('A key of `server_report_message_types` in the register response.'),
    description: freeText().optional(),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.reportMessage(
      {
        messageId: values.message_id,
        reportType: values.report_type,
        description: values.description ?? '',
      },
      call,
    );
    return ok();
  },
});
