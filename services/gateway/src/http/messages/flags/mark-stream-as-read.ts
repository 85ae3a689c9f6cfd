import { ok } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const markStreamAsRead = route({
  method: 'POST',
  path: '/mark_stream_as_read',
  operation: 'mark-stream-as-read',
  summary: 'Marks every message of a channel as read.',
  auth: 'required',
  changes: 'nothing',
  params: params({ stream_id: integer({ min: 0 }) }),
  async handle(ctx, values, { call }) {
    const request = { channelId: values.stream_id, topic: undefined };
    await ctx.rpc.messaging.markAsRead(request, call);
    return ok();
  },
});
