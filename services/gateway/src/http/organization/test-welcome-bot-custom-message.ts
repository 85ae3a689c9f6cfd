import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const testWelcomeBotCustomMessage = route({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  operation: 'test-welcome-bot-custom-message',
  summary: 'Sends the caller the welcome message as new users get it. For administrators.',
  auth: 'required',
  params: params({ welcome_message_custom_text: freeText() }),
  answer: z.strictObject({
    message_id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { messageId } = await ctx.rpc.userAdmin.testWelcomeMessage(
      { text: values.welcome_message_custom_text },
      call,
    );
    return ok({ message_id: messageId });
  },
});
