import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const testNotify = route({
  method: 'POST',
  path: '/mobile_push/test_notification',
  operation: 'test-notify',
  summary: 'Sends a test notification to phones of the caller that are registered by a token.',
  auth: 'required',
  params: params({ token: freeText().optional().describe('Only to the phone with this token.') }),
  async handle(ctx, { token }, { call }) {
    const phones =
      token === undefined
        ? { $case: 'allTokens' as const, allTokens: true }
        : { $case: 'token' as const, token };
    await ctx.rpc.notify.testPhones({ phones }, call);
    return ok();
  },
});
