/** Helpers for tests. Services do not use them. */
import { backgroundCall, type Call } from './calls/call.ts';

/** Milliseconds. Long, because it only ends tests that hang, also on a busy machine. */
const limitMs = 60_000;

/** Returns a background call with a time limit for tests. */
export const testCall = (
  options: Pick<Parameters<typeof backgroundCall>[0] & object, 'principal' | 'signal'> = {},
): Call => backgroundCall({ timeoutMs: limitMs, ...options });
