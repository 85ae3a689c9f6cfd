import { messageIdOf } from '../../domain/slack-ids.ts';
import { requiredText, SlackError, type SlackMethod, textOf } from '../method.ts';
import { recordUse } from '../record-use.ts';

/** Deletes a message of the app, as far as the organization lets senders do that. */
export const chatDelete: SlackMethod = {
  area: 'messages',
  async run(call) {
    const { ctx, args, scope } = call;
    const ts = requiredText(args, 'ts');
    const messageId = messageIdOf(ts);
    if (messageId === undefined) throw new SlackError('message_not_found');
    await ctx.messaging.deleteMessage({ messageId }, scope.call);
    await recordUse(call, 'chat.delete');
    return { channel: textOf(args, 'channel'), ts };
  },
};
