import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchNetworkChanges } from './network-changes.ts';

let page: EventTarget;
let isOnline: boolean;
let calls: number;
let unwatch: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  isOnline = true;
  calls = 0;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline;
    },
  });
  unwatch = watchNetworkChanges(() => calls++);
});

afterEach(() => {
  unwatch();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function goOffline(): void {
  isOnline = false;
  page.dispatchEvent(new Event('offline'));
}

it('repeats the check of the connection while the browser is offline, because the network may fail after the event', () => {
  goOffline();
  expect(calls).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(calls).toBe(2);
  vi.advanceTimersByTime(3_000);
  expect(calls).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(calls).toBe(3);
});

it('stops checking the connection when the browser is online again', () => {
  goOffline();
  isOnline = true;
  page.dispatchEvent(new Event('online'));
  expect(calls).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(calls).toBe(2);
});

it('stops checking the connection when it is unsubscribed', () => {
  goOffline();
  unwatch();
  vi.advanceTimersByTime(60_000);
  page.dispatchEvent(new Event('offline'));
  expect(calls).toBe(1);
});
