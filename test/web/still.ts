/** Waits until a page no longer changes, so that a screenshot can be taken. */
/// <reference lib="dom" />
import type { Page, Request } from 'playwright-core';

/** Time without any change after which the page counts as still, in milliseconds. */
const quietMs = 250;
const timeoutMs = 60_000;

type Traffic = { readonly open: Set<Request>; changedAt: number };

const trafficOf = new WeakMap<Page, Traffic>();

/** Tracks the requests of a page from now on. Ignores requests that wait for events, because they stay open. */
export function watchRequests(page: Page): void {
  const traffic: Traffic = { open: new Set(), changedAt: Date.now() };
  trafficOf.set(page, traffic);
  const end = (request: Request) => {
    if (traffic.open.delete(request)) traffic.changedAt = Date.now();
  };
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/events')) return;
    traffic.open.add(request);
    traffic.changedAt = Date.now();
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/**
 * Waits until no request is pending, visible images and fonts are loaded, no animation runs, and the document no longer
 * changes. `watchRequests` must have been called for the page.
 * @param forMs time without any change
 */
export async function still(page: Page, forMs = quietMs): Promise<void> {
  const traffic = trafficOf.get(page)!;
  const deadline = Date.now() + timeoutMs;
  do {
    if (Date.now() > deadline) {
      throw new Error(`The page is not still: ${[...traffic.open].map((each) => each.url()).join(', ')}`);
    }
    await page.evaluate(untilUnchanged, forMs);
  } while (traffic.open.size > 0 || Date.now() - traffic.changedAt < forMs);
}

/**
 * Resolves when the document has not changed for `forMs` milliseconds, no animation runs, and fonts and images are loaded, but
 * after five seconds at the latest. It runs in the page, so it must not refer to anything outside of its body.
 */
async function untilUnchanged(forMs: number): Promise<void> {
  let changedAt = performance.now();
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
  });
  observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  const isMoving = () =>
    document
      .getAnimations()
      .some((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  const isLoading = () =>
    document.fonts.status === 'loading' ||
    [...document.images].some((each) => each.checkVisibility() && each.loading !== 'lazy' && !each.complete);
  const giveUpAt = changedAt + 5_000;
  while (
    performance.now() < giveUpAt &&
    (performance.now() - changedAt < forMs || isMoving() || isLoading())
  ) {
    await new Promise(requestAnimationFrame);
  }
  observer.disconnect();
}
