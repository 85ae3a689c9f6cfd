const tickMs = 10;

/** Measures how long this process has been able to run. */
export type LoopClock = Disposable & {
  /** Returns the milliseconds since the clock was started, without the time in which this process got no CPU. */
  elapsedMs(): number;
};

/**
 * Starts a clock that counts ticks of the event loop. A late tick counts once, so the clock stands still while other
 * processes use the CPU. An upper bound that is measured with it judges the code and not the machine.
 */
export function startLoopClock(): LoopClock {
  let ticks = 0;
  const timer = setInterval(() => ticks++, tickMs);
  return { elapsedMs: () => ticks * tickMs, [Symbol.dispose]: () => clearInterval(timer) };
}
