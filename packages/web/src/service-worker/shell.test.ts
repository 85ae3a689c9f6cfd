import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FetchEvent, WorkerScope } from './scope.ts';
import { installShell, removeOldShells, respond } from './shell.ts';

const origin = 'https://chat.example';

/** Caches in memory by name, in order of creation. Each contains texts of files by path. */
class TestCaches {
  readonly all = new Map<string, Map<string, string>>();

  async open(name: string) {
    const files = this.all.get(name) ?? new Map<string, string>();
    this.all.set(name, files);
    return {
      addAll: async (paths: string[]) => {
        for (const path of paths) {
          const answer = await fetch(path);
          if (!answer.ok) throw new TypeError('a file is missing');
          files.set(path, await answer.text());
        }
      },
      put: async (path: string, answer: Response) => files.set(path, await answer.text()),
    };
  }

  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);

  async match(request: Request | string, options?: { cacheName: string }) {
    const path = typeof request === 'string' ? request : new URL(request.url).pathname;
    const among = options ? [this.all.get(options.cacheName)] : [...this.all.values()];
    const text = among.map((files) => files?.get(path)).find((each) => each !== undefined);
    return text === undefined ? undefined : new Response(text);
  }
}

function scopeOf(version: string, caches: TestCaches) {
  const skipWaiting = vi.fn(async () => undefined);
  const scope = {
    parleyBuild: {
      version,
      files: [`/assets/${version}.js`],
      entry: `/assets/${version}.js`,
      icon: '',
      badge: '',
    },
    caches,
    location: { origin },
    registration: { navigationPreload: { enable: async () => undefined } },
    clients: { claim: async () => undefined },
    skipWaiting,
  };
  return { scope: scope as unknown as WorkerScope, skipWaiting };
}

/** Simulates a server that serves a release. */
const serve = (version: string) =>
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/'
      ? new Response(`<script src="/assets/${version}.js">`)
      : new Response(`code ${version} ${path}`),
  );

/** Passes a request to the worker. Returns the response; undefined if the worker leaves the request to the browser. */
function request(
  scope: WorkerScope,
  path: string,
  { mode = 'cors', preloaded }: { mode?: string; preloaded?: Promise<Response | undefined> } = {},
): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined;
  const event = {
    request: { url: origin + path, method: 'GET', mode },
    preloadResponse: preloaded ?? Promise.resolve(undefined),
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
  };
  respond(scope, event as unknown as FetchEvent);
  return answer;
}

const textOf = async (answer: Promise<Response> | undefined) => (await answer)?.text();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the service worker', () => {
  it('is not installed when the page belongs to another release', async () => {
    const caches = new TestCaches();
    const { scope, skipWaiting } = scopeOf('two', caches);
    serve('one');
    await expect(installShell(scope)).rejects.toThrow('different releases');
    expect([caches.all.size, skipWaiting.mock.calls.length]).toEqual([0, 0]);
  });

  it('shows the page of the server, and the cached one when the server fails, is silent or cannot be reached', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { scope } = scopeOf('one', new TestCaches());
    serve('one');
    await installShell(scope);
    const navigate = (preloaded: Promise<Response | undefined>) =>
      textOf(request(scope, '/', { mode: 'navigate', preloaded }));
    const cached = '<script src="/assets/one.js">';
    expect(await navigate(Promise.resolve(new Response('a newer page')))).toBe('a newer page');
    expect(await navigate(Promise.resolve(new Response('', { status: 503 })))).toBe(cached);
    expect(await navigate(Promise.reject(new TypeError('no network')))).toBe(cached);
    const waiting = navigate(new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await waiting).toBe(cached);
  });

  it('caches the files of the previous release, because its windows may still be open, and no older ones', async () => {
    const caches = new TestCaches();
    for (const version of ['one', 'two', 'three']) {
      serve(version);
      const { scope } = scopeOf(version, caches);
      await installShell(scope);
      await removeOldShells(scope);
    }
    const { scope } = scopeOf('three', caches);
    vi.stubGlobal('fetch', async () => new Response('from the server'));
    expect(await caches.keys()).toEqual(['shell-two', 'shell-three']);
    expect(await textOf(request(scope, '/assets/two.js'))).toBe('code two /assets/two.js');
    expect(await textOf(request(scope, '/assets/one.js'))).toBe('from the server');
  });

  it('does not handle requests to the API, other pages and other hosts', () => {
    const { scope } = scopeOf('one', new TestCaches());
    expect(request(scope, '/api/v1/events')).toBeUndefined();
    expect(request(scope, '/join/secret', { mode: 'navigate' })).toBeUndefined();
    expect(request(scope, '.other.example/assets/one.js')).toBeUndefined();
  });
});
