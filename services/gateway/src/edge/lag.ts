/** How far the event loop is behind its clock. */
export type Lag = {
  /**
   * Upper bound of how long data that is read now has waited, in milliseconds: the delay of the last turn of the loop plus
   * that of the current one. Accurate to 50 ms.
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
