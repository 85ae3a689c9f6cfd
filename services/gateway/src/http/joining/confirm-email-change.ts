import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { mailedToken } from './parameters.ts';

export const confirmEmailChange = route({
  method: 'POST',
  path: '/email_changes/confirm',
  operation: 'confirm-email-change',
  summary: 'Changes the address of an account with the link of a mail to the new address.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({ token: mailedToken() }),
  answer: z.strictObject({
    email: z.string(),
  }),
  async handle(ctx, { token }, { call }) {
    const { email } = await ctx.rpc.userAdmin.confirmEmailChange({ token }, call);
    return ok({ email });
  },
});
