type Condition<T> = () => Promise<T> | T;
type Found<T> = NonNullable<Exclude<T, false>>;

const pauseMs = 10;

/**
 * Calls `condition` every few milliseconds and resolves when it returns a value. Rejects with an error that names
 * `what` when the time limit passes, also when the condition itself does not end.
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
  const holds = async (): Promise<Found<T>> => {
    while (!isExpired) {
      const value = await condition();
      if (value) return value as Found<T>;
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

/** Waits like `until`. The error shows the source text of the condition. */
export const eventually = <T>(condition: Condition<T>, timeoutMs?: number): Promise<Found<T>> =>
  until(`${condition}`, condition, timeoutMs);
