import { errors } from '@parley/core';
import type { Ctx } from '../context.ts';

/**
 * Decides and writes, anew as long as that comes to nothing because somebody else changed the same channels in between.
 * @param attempt undefined when what it decided on was out of date, and nothing was written; its number counts from 0
 * @throws UNAVAILABLE after so many attempts, and what `attempt` refuses with
 */
export async function decideAnew<Done>(
  { telemetry }: Ctx,
  attempt: (number: number) => Promise<Done | undefined>,
  maxAttempts = 5,
): Promise<Done> {
  for (let number = 0; number < maxAttempts; number++) {
    const done = await attempt(number);
    if (done !== undefined) return done;
    telemetry.decidedAgain();
  }
  throw errors.unavailable();
}
