import type { Unsubscribe } from '../observable/batch.ts';

type Target = {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
};

/** Interval in which the clock is checked, in milliseconds. */
const tickMs = 5_000;
/** When a check is later than this, in milliseconds, the machine has slept. */
const sleptMs = 10_000;

/**
 * Calls `wake` when the network may have changed: the browser reports that it is online or offline, the page becomes
 * visible, or the machine has slept.
 */
export function watchWakeSignals(wake: () => void): Unsubscribe {
  const page = globalThis as Target & { document?: Target & { visibilityState?: string } };
  const onVisible = () => {
    if (page.document?.visibilityState === 'visible') wake();
  };
  page.addEventListener?.('online', wake);
  // The waiting poll would notice this only at its time limit.
  page.addEventListener?.('offline', wake);
  page.addEventListener?.('pageshow', wake);
  page.document?.addEventListener?.('visibilitychange', onVisible);
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > tickMs + sleptMs) wake();
    last = now;
  }, tickMs);
  // In Node, the timer must not keep the process alive. In browsers, it is a number.
  (timer as { unref?: () => void }).unref?.();
  return () => {
    clearInterval(timer);
    page.removeEventListener?.('online', wake);
    page.removeEventListener?.('offline', wake);
    page.removeEventListener?.('pageshow', wake);
    page.document?.removeEventListener?.('visibilitychange', onVisible);
  };
}
