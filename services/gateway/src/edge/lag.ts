/** How far the event loop is behind its clock, milliseconds, smoothed: one long pause alone says little. */
export type Lag = { readonly ms: number; stop(): void };

const everyMs = 50;

export function watchLag(): Lag {
  let lag = 0;
  let expected = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    lag = (lag + Math.max(0, now - expected)) / 2;
    expected = now + everyMs;
  }, everyMs);
  timer.unref();
  return {
    get ms() {
      return lag;
    },
    stop: () => clearInterval(timer),
  };
}
