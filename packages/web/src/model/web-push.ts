/** Push messages to this browser: registered while the person permits notifications, ended at sign-out. */
import type { Client, ParamsOf, Store } from '@parley/client';
import { registerServiceWorker } from './service-worker.ts';

/** Milliseconds that sign-out waits at most for the end of push messages. */
const endWithinMs = 2_000;

const hasPush = (): boolean => 'PushManager' in globalThis && 'Notification' in globalThis;

/** Registers this browser for push messages if the person permits notifications and the server sends pushes. */
export async function subscribeToPush({ client, store }: { client: Client; store: Store }): Promise<void> {
  const key = store.fields.get('server_web_push_public_key');
  if (!hasPush() || Notification.permission !== 'granted' || typeof key !== 'string' || key === '') return;
  const registration = await registerServiceWorker();
  if (!registration) return;
  // Push services answer seldom, and messages arrive without them too. The next start tries again.
  try {
    const subscription = await subscriptionWith(registration, key);
    // The server stores an unchanged subscription once. Another account may have used this browser before.
    const params = { subscription: subscription.toJSON() } as ParamsOf<'add-web-push'>;
    await client.call('add-web-push', params);
  } catch {
    return;
  }
}

/** Returns the subscription of this browser for the server's key. A subscription for another key is replaced. */
async function subscriptionWith(
  { pushManager, active }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> {
  if (!active) await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const knownKey = known?.options.applicationServerKey;
  if (known && knownKey && base64UrlOf(knownKey) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

const base64UrlOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/**
 * Ends push messages to this browser and removes its notifications.
 * @param client the client that can tell the server; without it the push service tells the server at the next push
 */
export async function unsubscribeFromPush(client: Client | undefined): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const end = async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration) return;
    for (const notification of await registration.getNotifications()) notification.close();
    const subscription = hasPush() ? await registration.pushManager.getSubscription() : undefined;
    if (!subscription) return;
    const { endpoint } = subscription;
    const told = client?.call('remove-web-push', { subscription: { endpoint } });
    await Promise.allSettled([told, subscription.unsubscribe()]);
  };
  const isOver = new Promise((resolve) => setTimeout(resolve, endWithinMs));
  await Promise.race([end().catch(() => undefined), isOver]);
}
