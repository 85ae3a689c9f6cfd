import { errors } from '@parley/core';
import { ok } from '../../../edge/answer/envelope.ts';
import { freeText, integer, messageText, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const muteTopic = route({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  operation: 'mute-topic',
  summary: 'Mutes or unmutes a topic; older form of `POST /user_topics`.',
  auth: 'required',
  params: params({
    stream_id: integer({ min: 0 }).optional(),
    stream: freeText().optional(),
    topic: messageText(),
    op: oneOf(['add', 'remove']),
  }),
  async handle(ctx, values, { call }) {
    if ((values.stream_id === undefined) === (values.stream === undefined)) {
      throw errors.badRequest('Please choose one: "stream" or "stream_id".');
    }
    await ctx.rpc.channel.setUserTopic(
      {
        channelId: values.stream_id ?? 0,
        channelName: values.stream ?? '',
        topic: values.topic,
        visibilityPolicy: values.op === 'add' ? 1 : 0,
        legacyMute: true,
      },
      call,
    );
    return ok();
  },
});
