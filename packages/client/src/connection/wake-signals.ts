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
 * Times in milliseconds after the browser's report that it is offline at which the connection is checked again. The report may
 * precede the end of the network, so a stream that was opened on it may still begin, and then stay silent.
 */
const offlineChecksMs = [1_000, 4_000];

/**
 * Calls `wake` when the network may have changed: the browser reports that it is online or offline, the page becomes
 * visible, or the machine has slept.
 */
export function watchWakeSignals(wake: () => void): Unsubscribe {
  const page = globalThis as Target & {
    document?: Target & { visibilityState?: string };
    navigator?: { onLine?: boolean };
  };
  let checks: ReturnType<typeof setTimeout>[] = [];
  const forgetChecks = () => {
    for (const check of checks) clearTimeout(check);
    checks = [];
  };
  const onOffline = () => {
    forgetChecks();
    wake();
    const check = () => {
      if (page.navigator?.onLine === false) wake();
    };
    checks = offlineChecksMs.map((ms) => setTimeout(check, ms));
  };
  const onVisible = () => {
    if (page.document?.visibilityState === 'visible') wake();
  };
  page.addEventListener?.('online', wake);
  // The waiting poll would notice this only at its time limit.
  page.addEventListener?.('offline', onOffline);
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
    forgetChecks();
    page.removeEventListener?.('online', wake);
    page.removeEventListener?.('offline', onOffline);
    page.removeEventListener?.('pageshow', wake);
    page.document?.removeEventListener?.('visibilitychange', onVisible);
  };
}
