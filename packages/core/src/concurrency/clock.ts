/** A source of time. Tests pass a clock that they control. */
export type Clock = {
  /** Returns milliseconds since the Unix epoch. They may jump when the clock of the machine is set. */
  now(): number;
  /** Returns milliseconds since an arbitrary start, for measuring durations. They never decrease. */
  monotonic(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** Converts milliseconds to whole seconds, the unit of the API (docs/api/requests.md#units). */
export const unixSeconds = (ms: number): number => Math.floor(ms / 1000);
