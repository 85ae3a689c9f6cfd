import { ownMessage } from '../conversation.ts';
import { type SlackMethod, textOf } from '../method.ts';
import { recordUse } from '../record-use.ts';

/** Deletes a message of the app, as far as the organization lets senders do that. */
export const chatDelete: SlackMethod = {
  area: 'messages',
  async run(call) {
    const { ctx, args, scope } = call;
    const { id: messageId } = await ownMessage(call, 'cant_delete_message');
    await ctx.messaging.deleteMessage({ messageId }, scope.call);
    await recordUse(call, 'chat.delete');
    return { channel: textOf(args, 'channel'), ts: textOf(args, 'ts') };
  },
};
