/** Subscribes this browser to push messages. Loaded when there is something to subscribe to. */
import type { Client, ParamsOf, Store } from '@parley/client';
import { registerServiceWorker } from '../device/service-worker.ts';

/** Push services sometimes fail; then this rejects. */
export async function subscribe({ client, store }: { client: Client; store: Store }): Promise<void> {
  const key = store.fields.get('server_web_push_public_key');
  if (typeof key !== 'string' || key === '') return;
  const registration = await registerServiceWorker();
  if (!registration) return;
  const subscription = await subscriptionWith(registration, key);
  // Registers even an unchanged subscription, because another account may have used this browser before. The server stores it only once.
  await client.call('add-web-push', {
    subscription: subscription.toJSON(),
  } as ParamsOf<'add-web-push'>);
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
