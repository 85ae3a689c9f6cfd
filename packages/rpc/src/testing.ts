/** Helpers for tests. Services do not use them. */
import { backgroundCall, type Call } from './call.ts';

/**
 * Time limit of the calls of tests, in milliseconds. It is long, because a busy machine takes many times longer than usual. It only
 * ends tests that hang.
 */
const limitMs = 60_000;

/** Returns a background call with a time limit for tests. */
export const testCall = (
  options: Pick<Parameters<typeof backgroundCall>[0] & object, 'principal' | 'signal'> = {},
): Call => backgroundCall({ timeoutMs: limitMs, ...options });
