/** The service worker of this client. Browsers support it only on secure origins. */
import { onCleanup } from 'solid-js';
import { whenIdle } from '../../lib/timing/idle.ts';
import type { Router } from '../../router/router.ts';

const path = '/service-worker.js';
/** Minimum time between two checks for a newer release, in milliseconds. A window checks when it becomes visible. */
const minUpdateCheckMs = 3_600_000;

type Trusted = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string };
};

/** URL of the service worker's script, created with a Trusted Types policy that permits only this script. */
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

/** Registers the service worker. Resolves to undefined if the browser supports none, or the registration fails. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return Promise.resolve(undefined);
  registering ??= navigator.serviceWorker
    .register(scriptPath(), { updateViaCache: 'none' })
    .catch(() => undefined);
  return registering;
}

/** Registers the service worker, checks for newer releases, and opens conversations of clicked notifications. */
export function followServiceWorker(router: Router): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let checkedAt = Date.now();
  // Installing the service worker downloads all files, so it waits until the browser is idle.
  whenIdle(() => void registerServiceWorker());
  const onVisible = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < minUpdateCheckMs) return;
    checkedAt = Date.now();
    await (await registerServiceWorker())?.update().catch(() => undefined);
  };
  const onMessage = ({ data }: MessageEvent) => {
    if (data?.type === 'open' && typeof data.hash === 'string' && data.hash.startsWith('#'))
      router.go(data.hash);
  };
  document.addEventListener('visibilitychange', onVisible);
  serviceWorker.addEventListener('message', onMessage);
  serviceWorker.startMessages();
  onCleanup(() => {
    document.removeEventListener('visibilitychange', onVisible);
    serviceWorker.removeEventListener('message', onMessage);
  });
}
