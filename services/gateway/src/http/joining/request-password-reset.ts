import { ok } from '../../edge/envelope.ts';
import { freeText } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

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
