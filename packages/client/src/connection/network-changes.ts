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
 * Delays in milliseconds after the browser reports that it is offline. After each of them, the connection is checked
 * again. The browser may report this before the network is gone. So a stream that is opened after the report may still
 * begin, and then stay silent.
 */
const offlineChecksMs = [1_000, 4_000];

/**
 * Calls `onChange` when the network may have changed: the browser reports that it is online or offline, the page
 * becomes visible, or the machine has slept.
 */
export function watchNetworkChanges(onChange: () => void): Unsubscribe {
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
    onChange();
    const check = () => {
      if (page.navigator?.onLine === false) onChange();
    };
    checks = offlineChecksMs.map((ms) => setTimeout(check, ms));
  };
  const onVisible = () => {
    if (page.document?.visibilityState === 'visible') onChange();
  };
  page.addEventListener?.('online', onChange);
  // The waiting poll would notice this only at its time limit.
  page.addEventListener?.('offline', onOffline);
  page.addEventListener?.('pageshow', onChange);
  page.document?.addEventListener?.('visibilitychange', onVisible);
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > tickMs + sleptMs) onChange();
    last = now;
  }, tickMs);
  // In Node, the timer must not keep the process alive. In browsers, it is a number.
  (timer as { unref?: () => void }).unref?.();
  return () => {
    clearInterval(timer);
    forgetChecks();
    page.removeEventListener?.('online', onChange);
    page.removeEventListener?.('offline', onOffline);
    page.removeEventListener?.('pageshow', onChange);
    page.document?.removeEventListener?.('visibilitychange', onVisible);
  };
}
