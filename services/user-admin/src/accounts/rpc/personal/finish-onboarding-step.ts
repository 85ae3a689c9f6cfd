import { emit } from '@parley/db';
import type {
  FinishOnboardingStepRequest,
  FinishOnboardingStepResponse,
} from '@parley/proto/useradmin/v1/personal';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { insertFinishedStep, listFinishedSteps } from '../../db/personal.ts';
import { checkStep, stepsLeft } from '../../domain/onboarding.ts';
import { onboardingStepsChanged } from '../../events/personal.ts';

/** @throws BAD_REQUEST when no such introduction exists */
export async function finishOnboardingStep(
  _ctx: Ctx,
  request: FinishOnboardingStepRequest,
  scope: DbScope,
): Promise<FinishOnboardingStepResponse> {
  const step = checkStep(request.step);
  return changeOwnData(scope, async (tx, { userId }) => {
    await insertFinishedStep(tx, userId, step);
    await emit(tx, onboardingStepsChanged(userId, stepsLeft(await listFinishedSteps(tx, userId))));
    return {};
  });
}
