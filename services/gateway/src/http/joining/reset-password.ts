import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { mailedToken } from './parameters.ts';

export const resetPassword = route({
  method: 'POST',
  path: '/password_resets/complete',
  operation: 'reset-password',
  summary: 'Changes a forgotten password with the link of a mail. The link works once; sessions end.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({ token: mailedToken(), password: freeText() }),
  async handle(ctx, { token, password }, { call }) {
    await ctx.rpc.userAdmin.resetPassword({ token, password }, call);
    return ok();
  },
});
