/** The lag of the event loop. */
export type Lag = {
  /**
   * Upper bound in milliseconds of the time that data which is read now has waited: the delay of the last turn of the
   * loop plus that of the current one. It is accurate to 50 ms.
   */
  readonly ms: number;
  /** Reports that there is work. Some time after the last report, the measurement stops and the lag counts as 0. */
  touch(): void;
  stop(): void;
};

const everyMs = 50;
/** Time without work after which the timer stops, in milliseconds: an idle process should do nothing. */
const restAfterMs = 2_000;

/** Measures the lag of the event loop with a timer, while there is work. */
export function watchLag(now: () => number = () => performance.now()): Lag {
  let lastTurn = 0;
  let expected = 0;
  let touchedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    lastTurn = 0;
  };
  const turn = () => {
    if (now() - touchedAt > restAfterMs) return stop();
    lastTurn = Math.max(0, now() - expected);
    expected = now() + everyMs;
  };
  return {
    get ms() {
      return timer ? lastTurn + Math.max(0, now() - expected) : 0;
    },
    touch() {
      touchedAt = now();
      if (timer) return;
      expected = touchedAt + everyMs;
      timer = setInterval(turn, everyMs).unref();
    },
    stop,
  };
}
