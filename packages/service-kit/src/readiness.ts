import { errorMessage } from '@parley/core';

/** Returns true when a condition holds, otherwise the reason why it does not. */
export type ReadyCheck = () => boolean | string | Promise<boolean | string>;

/** The conditions of a service by name. All must be true before it gets requests. */
export type ReadyChecks = () => Iterable<readonly [string, ReadyCheck]>;

/** What `/readyz` reports of a service: true for each condition that holds, otherwise the reason why it does not. */
export type Readiness = { ready: boolean; checks: Record<string, boolean | string> };

const checkTimeoutMs = 2_000;

/** Checks all conditions of a service at the same time. */
export async function readinessOf(ready: ReadyChecks, isDraining: boolean): Promise<Readiness> {
  const entries = await Promise.all(
    Array.from(ready(), async ([name, check]) => [name, await outcome(check)] as const),
  );
  const checks = Object.fromEntries(
    isDraining ? [...entries, ['draining', 'shutting down'] as const] : entries,
  );
  return { ready: Object.values(checks).every((value) => value === true), checks };
}

async function outcome(check: ReadyCheck): Promise<boolean | string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, checkTimeoutMs, 'no answer in time');
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return errorMessage(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a readiness check for a server without which the service can still answer some requests. It succeeds once `check` was
 * true, or `withinMs` milliseconds after its first call at the latest. A later outage does not make the replica unready.
 * Otherwise all replicas would become unready at the same time, and none would get requests.
 */
export function onceTrueWithin(withinMs: number, check: () => boolean | string): () => boolean | string {
  const once = onceTrue(check);
  let firstMs: number | undefined;
  return () => {
    const outcome = once();
    firstMs ??= performance.now();
    return outcome === true || performance.now() - firstMs >= withinMs || outcome;
  };
}

function onceTrue(check: () => boolean | string): () => boolean | string {
  let held = false;
  return () => {
    if (held) return true;
    const outcome = check();
    held = outcome === true;
    return outcome;
  };
}
