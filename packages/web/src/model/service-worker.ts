/** The service worker of this client, in browsers that have one. It needs a secure address. */
import { onCleanup } from 'solid-js';
import { go } from '../router.ts';
import { whenIdle } from '../ui/idle.ts';

const path = '/service-worker.js';
/** Minimum time between two checks for a newer release, in milliseconds. A window checks when it becomes visible. */
const minUpdateCheckMs = 3_600_000;

type Trusted = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string };
};

/** Trusted Types permit scripts only through a policy. This one permits the service worker alone. */
let trustedPath: string | undefined;

function scriptPath(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Trusted };
  trustedPath ??=
    trustedTypes
      ?.createPolicy('parley-service-worker', { createScriptURL: () => path })
      .createScriptURL('') ?? path;
  return trustedPath;
}

let registering: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** Registers the service worker. Resolves to undefined in browsers that have none. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return Promise.resolve(undefined);
  registering ??= navigator.serviceWorker
    .register(scriptPath(), { updateViaCache: 'none' })
    .catch(() => undefined);
  return registering;
}

/**
 * Starts the service worker, looks for newer releases, and opens the conversations of notifications. Call it in a
 * component.
 */
export function followServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let checkedAt = Date.now();
  // Installing reads all files, for which messages do not wait.
  whenIdle(() => void registerServiceWorker());
  const onVisible = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < minUpdateCheckMs) return;
    checkedAt = Date.now();
    await (await registerServiceWorker())?.update().catch(() => undefined);
  };
  const onMessage = ({ data }: MessageEvent) => {
    if (data?.type === 'open' && typeof data.hash === 'string' && data.hash.startsWith('#')) go(data.hash);
  };
  document.addEventListener('visibilitychange', onVisible);
  serviceWorker.addEventListener('message', onMessage);
  serviceWorker.startMessages();
  onCleanup(() => {
    document.removeEventListener('visibilitychange', onVisible);
    serviceWorker.removeEventListener('message', onMessage);
  });
}
