import { ok } from '../../edge/answer/envelope.ts';
import { text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const finishOnboardingStep = route({
  method: 'POST',
  path: '/users/me/onboarding_steps',
  operation: 'finish-onboarding-step',
  summary: 'Records that the caller has completed an onboarding step.',
  auth: 'required',
  changes: 'nothing',
  params: params({ onboarding_step: text() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.finishOnboardingStep({ step: values.onboarding_step }, call);
    return ok();
  },
});
