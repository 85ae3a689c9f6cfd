/** The lag of the event loop: how late its timers fire, because other work blocks the loop. */
export type Lag = {
  /** Delay of the last timer tick plus that of the current one, accurate to 50 ms. 0 while nothing is measured. */
  readonly ms: number;
  /** Reports that there is work, which starts the measurement. It stops 2 s after the last report. */
  touch(): void;
  stop(): void;
};

const everyMs = 50;
/** Time without work after which the timer stops, in milliseconds, so that an idle process uses no CPU. */
const restAfterMs = 2_000;

/** Measures the lag of the event loop with a timer. The timer runs only while `touch` reports work. */
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
