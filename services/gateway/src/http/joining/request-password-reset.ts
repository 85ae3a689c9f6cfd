import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const requestPasswordReset = route({
  method: 'POST',
  path: '/password_resets',
  operation: 'request-password-reset',
  summary: 'Mails a link to choose a new password. The answer is the same without an account.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({ email: freeText() }),
  async handle(ctx, { email }, { call }) {
    await ctx.rpc.userAdmin.requestPasswordReset({ email }, call);
    return ok();
  },
});
