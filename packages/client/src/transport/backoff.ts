export type BackoffOptions = {
  /** Upper bound of the first delay, in milliseconds. */
  readonly firstMs: number;
  /** Upper bound of every delay, in milliseconds. */
  readonly maxMs: number;
};

/**
 * Returns the delay in milliseconds after attempt number `attempt`, which counts from 0. It is random, between half of a bound
 * and the bound, so that clients that failed at the same time do not retry at the same time. The bound doubles with each
 * attempt.
 */
export function backoffMs(attempt: number, { firstMs, maxMs }: BackoffOptions, random = Math.random): number {
  const bound = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30));
  return bound / 2 + (random() * bound) / 2;
}

/**
 * Resolves after `ms` milliseconds.
 * @throws the signal's abort reason if it aborts before
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
