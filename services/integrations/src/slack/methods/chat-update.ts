import { updateMessage } from '../../apps/post.ts';
import { mrkdwnOf } from '../../domain/references.ts';
import { messageIdOf } from '../../domain/slack-ids.ts';
import { requiredText, SlackError, type SlackMethod, textOf } from '../method.ts';
import { recordUse } from '../record-use.ts';

export const chatUpdate: SlackMethod = {
  area: 'messages',
  async run(call) {
    const { ctx, app, args, scope } = call;
    const ts = requiredText(args, 'ts');
    const messageId = messageIdOf(ts);
    if (messageId === undefined) throw new SlackError('message_not_found');
    const { content } = await updateMessage(ctx, app, { messageId, written: args }, scope);
    await recordUse(call, 'chat.update');
    return { channel: textOf(args, 'channel'), ts, text: mrkdwnOf(content) };
  },
};
