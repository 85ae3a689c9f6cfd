import type { Unsubscribe } from '../observable/batch.ts';

type Target = {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
};

/** Interval between two checks of the clock, in milliseconds. */
const tickMs = 5_000;
/** Delay of a check beyond `tickMs` above which the machine must have slept, in milliseconds. */
const sleptMs = 10_000;
/**
 * Delays in milliseconds after the browser reports that it is offline. After each delay, `onChange` is called again if the
 * browser is still offline. The browser may report this while the network still works. A stream that is opened then may begin,
 * but later receive nothing.
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
  // Without this, the pending poll would notice the change only at its time limit.
  page.addEventListener?.('offline', onOffline);
  page.addEventListener?.('pageshow', onChange);
  page.document?.addEventListener?.('visibilitychange', onVisible);
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > tickMs + sleptMs) onChange();
    last = now;
  }, tickMs);
  // In Node, the timer must not keep the process alive. In browsers, the timer is a number without `unref`.
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
