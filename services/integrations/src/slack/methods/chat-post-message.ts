import { postMessage } from '../../apps/answers/post.ts';
import { conversationAt } from '../../domain/place.ts';
import { stampOf } from '../../domain/slack/slack-ids.ts';
import { readMessage } from '../../facts/read-message.ts';
import { uuidOf } from '../../incoming-webhooks/send-key.ts';
import { placeOfCall } from '../conversation.ts';
import { type SlackMethod, textOf } from '../method.ts';
import { presentPosted } from '../present-message.ts';
import { recordUse } from '../record-use.ts';

/** Sends a message. `client_msg_id` makes repeated calls one message. */
export const chatPostMessage: SlackMethod = {
  area: 'messages',
  async run(call) {
    const { ctx, app, args, scope } = call;
    const place = await placeOfCall(call);
    const ownId = textOf(args, 'client_msg_id');
    const sendKey = ownId === '' ? undefined : uuidOf(`app ${app.appId} ${ownId}`);
    const { id, message } = await postMessage(
      ctx,
      app,
      { place, written: args, ...(sendKey && { sendKey }) },
      scope,
    );
    await recordUse(call, 'chat.postMessage', place);
    // The time stamp is that of the message, also of one that an earlier call has sent: apps compare it with those of events and presses.
    const read = await readMessage(ctx, id, scope.call);
    const ts = stampOf(read?.message.timestamp ?? Math.floor(ctx.clock.now() / 1000), id);
    return {
      channel: conversationAt(place, app.botId, place.kind === 'channel' ? id : 0).id,
      ts,
      message: presentPosted(app, ts, message),
    };
  },
};
