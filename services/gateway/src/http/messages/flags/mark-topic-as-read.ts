import { ok } from '../../../edge/answer/envelope.ts';
import { integer, messageText } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const markTopicAsRead = route({
  method: 'POST',
  path: '/mark_topic_as_read',
  operation: 'mark-topic-as-read',
  summary: 'Marks every message of a topic as read.',
  auth: 'required',
  changes: 'nothing',
  params: params({ stream_id: integer({ min: 0 }), topic_name: messageText() }),
  async handle(ctx, values, { call }) {
    const request = { channelId: values.stream_id, topic: values.topic_name };
    await ctx.rpc.messaging.markAsRead(request, call);
    return ok();
  },
});
