import { ok } from '../../../edge/answer/envelope.ts';
import { integer, messageText } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const updateUserTopic = route({
  method: 'POST',
  path: '/user_topics',
  operation: 'update-user-topic',
  summary: 'Mutes, unmutes or follows a topic, or restores its default.',
  auth: 'required',
  params: params({
    stream_id: integer({ min: 0 }),
    topic: messageText(),
    visibility_policy: integer({ min: 0, max: 3 }).describe('0 none, 1 muted, 2 unmuted, 3 followed.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.setUserTopic(
      {
        channelId: values.stream_id,
        channelName: '',
        topic: values.topic,
        visibilityPolicy: values.visibility_policy,
        legacyMute: false,
      },
      call,
    );
    return ok();
  },
});
