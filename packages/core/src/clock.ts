/** The source of time of a component. Tests replace it with a clock that they control. */
export type Clock = {
  /** Milliseconds since the Unix epoch; may jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. For durations and ages. */
  monotonic(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** Returns the whole seconds of a time in milliseconds, the unit of the API (docs/api/requests.md#units). */
export const unixSeconds = (ms: number): number => Math.floor(ms / 1000);
