/**
 * The files of a release, in a cache of their own. The page comes from the server whenever it answers, so a reload
 * always shows the newest release; the cached page is for a server that does not answer.
 */
import type { FetchEvent, WorkerScope } from './scope.ts';
import { receiveShare, sharePath } from './share.ts';

const cachePrefix = 'shell-';
/** Caches that are kept: those of this release, and of the release that open windows may still use. */
const keptReleases = 2;
/** Milliseconds that the server has to answer a navigation before the cached page is shown. */
const patienceMs = 4_000;

const cacheNameOf = ({ parleyBuild }: WorkerScope): string => `${cachePrefix}${parleyBuild.version}`;

/**
 * Stores page and files of this release.
 * @throws if the page belongs to another release, which happens while replicas are replaced; the browser tries again
 * later
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

/** Deletes the files of older releases, and takes over open windows. */
export async function removeOldShells(scope: WorkerScope): Promise<void> {
  // Names are in the order of creation.
  const others = (await scope.caches.keys()).filter(
    (name) => name.startsWith(cachePrefix) && name !== cacheNameOf(scope),
  );
  const old = others.slice(0, Math.max(0, others.length + 1 - keptReleases));
  await Promise.all(old.map((name) => scope.caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** Answers requests for the page and its files. The browser handles all other requests. */
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
  const isOver = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const response = await Promise.race([answer, isOver]).catch(() => undefined);
  if (response && response.status < 500) return response;
  const cached = await scope.caches.match('/', { cacheName: cacheNameOf(scope) });
  return cached ?? answer;
}

/** Names of files change with their content, so a cached one is never out of date. */
const fileFor = async (scope: WorkerScope, request: Request): Promise<Response> =>
  (await scope.caches.match(request)) ?? fetch(request);
