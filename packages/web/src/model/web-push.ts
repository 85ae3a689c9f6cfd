/** Web Push subscription of this browser. It exists while the person permits notifications, and ends at sign-out. */
import type { Client, ParamsOf, Store } from '@parley/client';
import { registerServiceWorker } from './service-worker.ts';

/** Maximum time in milliseconds for which the sign-out waits until the subscription has ended. */
const endWithinMs = 2_000;

const hasPush = (): boolean => 'PushManager' in globalThis && 'Notification' in globalThis;

/** Registers this browser for push messages if the person permits notifications and the server sends pushes. */
export async function subscribeToPush({ client, store }: { client: Client; store: Store }): Promise<void> {
  const key = store.fields.get('server_web_push_public_key');
  if (!hasPush() || Notification.permission !== 'granted' || typeof key !== 'string' || key === '') return;
  const registration = await registerServiceWorker();
  if (!registration) return;
  // Ignores failures. Push services sometimes fail, messages arrive without them too, and the next start retries.
  try {
    const subscription = await subscriptionWith(registration, key);
    // Registers even an unchanged subscription, because another account may have used this browser before. The server stores it
    // only once.
    const params = { subscription: subscription.toJSON() } as ParamsOf<'add-web-push'>;
    await client.call('add-web-push', params);
  } catch {
    return;
  }
}

/** Returns this browser's subscription for the server's key. Replaces a subscription for another key. */
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
 * Ends the subscription of this browser and closes its notifications.
 * @param client informs the server; without it, the server learns of the end from the push service at the next push
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
