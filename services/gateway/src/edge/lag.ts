/** How far the event loop is behind its clock. */
export type Lag = {
  /**
   * How long what is read now has waited for this process at most, milliseconds: the last turn of the loop, and what
   * has passed of the present one. Right within the 50 ms that are normal.
   */
  readonly ms: number;
  stop(): void;
};

const everyMs = 50;

/** Watches how far the event loop is behind its own clock. */
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
