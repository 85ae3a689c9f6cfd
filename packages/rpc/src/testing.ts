/** Calls of tests. Running services do not use them. */
import { backgroundCall, type Call } from './call.ts';

/** Time limit in milliseconds. It only ends a test that hangs, because a busy machine takes many times longer. */
const limitMs = 60_000;

/** Returns a call as `backgroundCall` does, with the time that a busy machine needs. */
export const testCall = (
  options: Pick<Parameters<typeof backgroundCall>[0] & object, 'principal' | 'signal'> = {},
): Call => backgroundCall({ timeoutMs: limitMs, ...options });
