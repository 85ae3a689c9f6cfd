/** Web Push subscription of this browser. It exists while the person permits notifications, and ends at sign-out. */
import type { Client, Store } from '@parley/client';

/** Maximum time in milliseconds for which the sign-out waits until the subscription has ended. */
const endWithinMs = 2_000;

const hasPush = (): boolean => 'PushManager' in globalThis && 'Notification' in globalThis;

/**
 * Registers this browser for push messages if the person permits notifications and the server sends pushes. Ignores failures: messages
 * arrive without pushes, too, and the next start retries.
 */
export async function subscribeToPush(parley: { client: Client; store: Store }): Promise<void> {
  if (!hasPush() || Notification.permission !== 'granted') return;
  const later = await import('./push-subscription.ts').catch(() => undefined);
  await later?.subscribe(parley).catch(() => undefined);
}

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
