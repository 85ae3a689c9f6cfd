type Condition<T> = () => Promise<T> | T;
type Found<T> = NonNullable<Exclude<T, false>>;

/** Pauses between calls of a condition, in milliseconds: a tenth of the time waited so far, within these bounds. */
const pause = { leastMs: 10, mostMs: 50 };

/**
 * Calls `condition` every few milliseconds until it returns a truthy value, and resolves with that value.
 * @param what description of the condition for the error message
 * @throws Error when the time limit passes, even while a call of `condition` is pending
 */
export async function until<T>(
  what: string,
  condition: Condition<T>,
  timeoutMs = 180_000,
): Promise<Found<T>> {
  const expired = Promise.withResolvers<never>();
  let isExpired = false;
  const timer = setTimeout(() => {
    isExpired = true;
    expired.reject(new Error(`Not in time: ${what}`));
  }, timeoutMs);
  const beganMs = performance.now();
  const holds = async (): Promise<Found<T>> => {
    while (!isExpired) {
      const value = await condition();
      if (value) return value as Found<T>;
      const tenthMs = (performance.now() - beganMs) / 10;
      const pauseMs = Math.min(pause.mostMs, Math.max(pause.leastMs, tenthMs));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return await expired.promise;
  };
  try {
    return await Promise.race([holds(), expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits like `until`. The error message contains the source code of the condition. */
export const eventually = <T>(condition: Condition<T>, timeoutMs?: number): Promise<Found<T>> =>
  until(`${condition}`, condition, timeoutMs);
