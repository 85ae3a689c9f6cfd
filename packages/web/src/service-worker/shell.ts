/**
 * Caches the page and files of a release, in one cache per release. While the server answers, the page comes from the server,
 * so a reload always shows the newest release. Otherwise the cached page is used.
 */
import type { FetchEvent, WorkerScope } from './scope.ts';
import { receiveShare, sharePath } from './share.ts';

const cachePrefix = 'shell-';
/** Number of releases whose caches are kept: this release, and the one that open windows may still use. */
const keptReleases = 2;
/** Maximum time in milliseconds to wait for the server on a navigation, before the cached page is used. */
const maxWaitMs = 4_000;

const cacheNameOf = ({ parleyBuild }: WorkerScope): string => `${cachePrefix}${parleyBuild.version}`;

/**
 * Stores the page and files of this release.
 * @throws Error if the page or a file cannot be loaded, or if the page belongs to another release, as happens while replicas are
 * being replaced. The browser retries the installation later
 */
export async function installShell(scope: WorkerScope): Promise<void> {
  const { entry, files } = scope.parleyBuild;
  const page = await fetch('/', { cache: 'no-cache' });
  if (!page.ok || !(await page.clone().text()).includes(entry)) {
    throw new Error('The page and the service worker belong to different releases.');
  }
  const cache = await scope.caches.open(cacheNameOf(scope));
  await cache.addAll([...files]);
  await cache.put('/', page);
  await scope.skipWaiting();
}

/** Deletes the caches of older releases except the last one, and takes control of open windows. */
export async function removeOldShells(scope: WorkerScope): Promise<void> {
  // `keys` returns the caches in order of creation.
  const others = (await scope.caches.keys()).filter(
    (name) => name.startsWith(cachePrefix) && name !== cacheNameOf(scope),
  );
  const old = others.slice(0, Math.max(0, others.length + 1 - keptReleases));
  await Promise.all(old.map((name) => scope.caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** Responds to requests for the page and its files, and receives shared data. The browser handles all other requests. */
export function respond(scope: WorkerScope, event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'POST' && origin === scope.location.origin && pathname === sharePath) {
    event.respondWith(receiveShare(scope, request));
    return;
  }
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === '/') event.respondWith(pageFor(scope, event));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fileFor(scope, request));
  }
}

async function pageFor(scope: WorkerScope, { request, preloadResponse }: FetchEvent): Promise<Response> {
  const answer = preloadResponse.then((preloaded) => preloaded ?? fetch(request));
  const isOver = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs));
  const response = await Promise.race([answer, isOver]).catch(() => undefined);
  if (response && response.status < 500) return response;
  const cached = await scope.caches.match('/', { cacheName: cacheNameOf(scope) });
  return cached ?? answer;
}

/** Returns a file from any cache, or else from the server. Its name contains a hash, so it is never out of date. */
const fileFor = async (scope: WorkerScope, request: Request): Promise<Response> =>
  (await scope.caches.match(request)) ?? fetch(request);
