import type { TestBrowser, TestPushService } from '@parley/test-servers';
import type { Page } from 'playwright-core';
import { openTab } from './browser.ts';
import type { Team } from './team.ts';

/** Waits until the service worker has stored the client's files. */
export const installed = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!(await caches.match('/'))) await new Promise((resolve) => setTimeout(resolve, 50));
  });

/**
 * Opens a browser that uses a fake push service, because browsers in tests cannot reach real ones. The rest of the browser is
 * real.
 */
export async function openWithPush(
  team: Team,
  service: TestPushService,
): Promise<{ page: Page; device: TestBrowser }> {
  const device = service.addBrowser();
  const { page } = await openTab(team.browser, 'about:blank');
  await page.context().grantPermissions(['notifications'], { origin: new URL(team.url()).origin });
  await page.context().addInitScript((given) => {
    let present: PushSubscription | null = null;
    const isSubscribed = () => sessionStorage.getItem('subscribed') !== null;
    PushManager.prototype.subscribe = async (options) => {
      const bytes = atob(String(options!.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/'));
      const applicationServerKey = Uint8Array.from(bytes, (each) => each.charCodeAt(0)).buffer;
      sessionStorage.setItem('subscribed', String(options!.applicationServerKey));
      present = {
        ...given,
        options: { applicationServerKey, userVisibleOnly: true },
        toJSON: () => given,
        getKey: () => null,
        async unsubscribe() {
          sessionStorage.removeItem('subscribed');
          return true;
        },
      } as unknown as PushSubscription;
      return present;
    };
    PushManager.prototype.getSubscription = async () => (isSubscribed() ? present : null);
  }, device.subscription);
  return { page, device };
}
