import { updateMessage } from '../../apps/answers/post.ts';
import { mrkdwnOf } from '../../domain/references.ts';
import { stampOf } from '../../domain/slack/slack-ids.ts';
import { ownMessage } from '../conversation.ts';
import { type SlackMethod, textOf } from '../method.ts';
import { presentPosted } from '../present-message.ts';
import { recordUse } from '../record-use.ts';

export const chatUpdate: SlackMethod = {
  area: 'messages',
  async run(call) {
    const { ctx, app, args, scope } = call;
    const before = await ownMessage(call, 'cant_update_message');
    const written = await updateMessage(ctx, app, { before, written: args }, scope);
    await recordUse(call, 'chat.update');
    const ts = stampOf(before.timestamp, before.id);
    return {
      channel: textOf(args, 'channel'),
      ts,
      text: mrkdwnOf(written.content),
      message: presentPosted(app, ts, written),
    };
  },
};
