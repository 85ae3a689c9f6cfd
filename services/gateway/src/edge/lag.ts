/** The lag of the event loop. */
export type Lag = {
  /**
   * Upper bound in milliseconds of the time that data which is read now has waited: the delay of the last turn of the
   * loop plus that of the current one. It is accurate to 50 ms.
   */
  readonly ms: number;
  stop(): void;
};

const everyMs = 50;

/** Measures the lag of the event loop with a timer. */
export function watchLag(now: () => number = () => performance.now()): Lag {
  let lastTurn = 0;
  let expected = now() + everyMs;
  const timer = setInterval(() => {
    lastTurn = Math.max(0, now() - expected);
    expected = now() + everyMs;
  }, everyMs);
  timer.unref();
  return {
    get ms() {
      return lastTurn + Math.max(0, now() - expected);
    },
    stop: () => clearInterval(timer),
  };
}
