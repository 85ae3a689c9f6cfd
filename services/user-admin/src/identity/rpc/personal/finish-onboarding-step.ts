import { emit } from '@parley/db';
import type {
  FinishOnboardingStepRequest,
  FinishOnboardingStepResponse,
} from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import type { Ctx } from '../../context.ts';
import { insertFinishedStep, listFinishedSteps } from '../../db/personal.ts';
import { checkStep, stepsLeft } from '../../domain/onboarding.ts';
import { onboardingStepsChanged } from '../../events/personal.ts';

/** The person has seen an introduction; their clients stop to offer it. @throws BAD_REQUEST, UNAUTHORIZED */
export async function finishOnboardingStep(
  ctx: Ctx,
  request: FinishOnboardingStepRequest,
  call: Call,
): Promise<FinishOnboardingStepResponse> {
  const step = checkStep(request.step);
  return changeOwn(ctx, call, async (tx, { userId }) => {
    await insertFinishedStep(tx, userId, step);
    await emit(tx, onboardingStepsChanged(userId, stepsLeft(await listFinishedSteps(tx, userId))));
    return {};
  });
}
