/** What this client uses of a service worker's global scope: TypeScript's worker types conflict with those of pages. */

type ExtendableEvent = Event & { waitUntil(done: Promise<unknown>): void };

export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  /** The response to a navigation that the browser requested while the worker was starting (navigation preload). */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

export type PushEvent = ExtendableEvent & { readonly data: { text(): string } | null };

export type NotificationEvent = ExtendableEvent & { readonly notification: Notification };

/** A browser window of this client, as a service worker sees it. */
export type WindowClient = {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer?: readonly MessagePort[]): void;
};

type RouterRule = { condition: { urlPattern: { pathname: string } }; source: 'network' };

export type InstallEvent = ExtendableEvent & {
  /** Undefined in browsers without the Static Routing API. */
  addRoutes?(rules: readonly RouterRule[]): Promise<void>;
};

type Events = {
  install: InstallEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: NotificationEvent;
};

/** Data of the release, which the build inserts before the worker's code. */
export type Build = {
  /** Changes whenever any file changes. */
  readonly version: string;
  readonly files: readonly string[];
  /** Path of the main script, to which the page of this release refers. */
  readonly entry: string;
  /** Paths of the pictures in notifications. */
  readonly icon: string;
  readonly badge: string;
};

export type WorkerScope = {
  readonly parleyBuild: Build;
  readonly caches: CacheStorage;
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): void;
};
