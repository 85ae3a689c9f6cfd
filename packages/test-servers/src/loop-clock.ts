const tickMs = 10;

/** A clock that stands still while this process cannot run, for instance because other processes use the CPU. */
export type LoopClock = Disposable & {
  /** Returns the milliseconds since the start of the clock, without the time in which this process could not run. */
  elapsedMs(): number;
};

/**
 * Starts a clock that counts ticks of the event loop. A delayed tick counts only once, so the clock stands still while other
 * processes use the CPU. Time limits in tests that use this clock therefore do not depend on the load of the machine.
 */
export function startLoopClock(): LoopClock {
  let ticks = 0;
  const timer = setInterval(() => ticks++, tickMs);
  return { elapsedMs: () => ticks * tickMs, [Symbol.dispose]: () => clearInterval(timer) };
}
