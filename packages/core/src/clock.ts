/** The source of time of a component. Tests replace it with a clock that they control. */
export type Clock = {
  /** Milliseconds since the Unix epoch. It may jump when the clock of the machine is set. */
  now(): number;
  /** Milliseconds from an arbitrary start, for durations and ages. It never decreases. */
  monotonic(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** Converts milliseconds to whole seconds, the unit of the API (docs/api/requests.md#units). */
export const unixSeconds = (ms: number): number => Math.floor(ms / 1000);
