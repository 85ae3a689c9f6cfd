import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { messageText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const renderMessage = route({
  method: 'POST',
  path: '/messages/render',
  operation: 'render-message',
  summary: 'Returns the HTML of a text as if it had been sent.',
  auth: 'required',
  changes: 'nothing',
  awaits: 'facts',
  params: params({ content: messageText() }),
  answer: z.strictObject({
    rendered: z.string(),
  }),
  async handle(ctx, values, { call }) {
    const { rendered } = await ctx.rpc.messaging.renderMessage({ content: values.content }, call);
    return ok({ rendered });
  },
});
