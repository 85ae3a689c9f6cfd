/** The service worker. It starts the client without a network, and shows push messages while no window has the focus. */
import { openConversation, showPush } from './push.ts';
import type { WorkerScope } from './scope.ts';
import { installShell, removeOldShells, respond } from './shell.ts';

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => {
  // API requests never need the worker. With these static routes, browsers that support them skip the worker for these
  // requests.
  const routes = event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
    { condition: { urlPattern: { pathname: '/user_uploads/*' } }, source: 'network' },
  ]);
  event.waitUntil(Promise.all([installShell(scope), routes?.catch(() => undefined)]));
});
scope.addEventListener('activate', (event) => event.waitUntil(removeOldShells(scope)));
scope.addEventListener('fetch', (event) => respond(scope, event));
scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event.data?.text() ?? '')));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openConversation(scope, event.notification));
});
