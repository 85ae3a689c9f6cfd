import { errors, networkOf, QueueFullError, Semaphore } from '@parley/core';
import { Failures, OutsideError } from '@parley/outside';
import { getDomain } from 'tldts';
import type { Ctx } from '../context.ts';

/** Purposes of requests to other hosts. Each has a limit of its own, so that they do not delay each other. */
export type Purpose = 'picture' | 'page';

/** Maximum number of concurrent requests for each purpose, and maximum number of requests that wait for them. */
const concurrent: Readonly<Record<Purpose, number>> = { picture: 8, page: 4 };
const maxWaiting = 200;
/** Maximum number of concurrent requests to one site, and maximum number of requests that wait for them. */
const concurrentOfSite = 2;
const maxWaitingForSite = 50;
/** How long a URL is not requested again after a failure, in milliseconds. The time doubles with each consecutive failure. */
const failureMs = { first: 60_000, longest: 24 * 3_600_000 };
/** After a site did not answer, in milliseconds. Doubles with each consecutive failure. */
const silenceMs = { first: 10_000, longest: 600_000 };

type Site = { slots: Semaphore; users: number };

/** Requests in progress and recent failures, in this process. */
type Progress = {
  slots: Readonly<Record<Purpose, Semaphore>>;
  sites: Map<string, Site>;
  running: Map<string, Promise<unknown>>;
  failures: Failures;
  silentSites: Failures;
};

const progressOf = new WeakMap<Ctx, Progress>();

/**
 * Runs the request of a URL once for all concurrent callers. A URL that failed, and a site that did not answer, are not
 * requested for some time, which grows with each failure. A site that never answers occupies at most two slots, so it does not
 * delay requests to other sites.
 * @throws OutsideError when the other host fails, or has failed recently
 * @throws UNAVAILABLE when the request waited too long for a slot, or too many requests wait
 */
export async function requestOnce<T>(
  ctx: Ctx,
  purpose: Purpose,
  url: string,
  request: () => Promise<T>,
): Promise<T> {
  const { slots, sites, running, failures, silentSites } = progressFor(ctx);
  const { clock } = ctx;
  const key = `${purpose} ${url}`;
  const name = siteOf(url);

  async function attempt(): Promise<T> {
    // While this request waited, others to the same site may have failed.
    if (silentSites.isRecent(name, clock.now())) throw new OutsideError('its site did not answer recently');
    try {
      const result = await request();
      failures.remove(key);
      silentSites.remove(name);
      return result;
    } catch (error) {
      // Only failures of the other host count. Failures of this server are not remembered.
      if (error instanceof OutsideError) {
        failures.add(key, clock.now());
        if (error.isUnanswered) silentSites.add(name, clock.now());
      }
      throw error;
    }
  }

  if (failures.isRecent(key, clock.now())) throw new OutsideError('failed recently');
  let shared = running.get(key) as Promise<T> | undefined;
  if (!shared) {
    const waitLimit = AbortSignal.timeout(ctx.outside.maxWaitMs);
    shared = withSite(sites, name, ({ slots: ofSite }) =>
      ofSite.run(() => slots[purpose].run(attempt, waitLimit), waitLimit),
    )
      .catch((error) => {
        throw error instanceof QueueFullError || error === waitLimit.reason ? errors.unavailable() : error;
      })
      .finally(() => running.delete(key));
    running.set(key, shared);
  }
  return await shared;
}

function progressFor(ctx: Ctx): Progress {
  let progress = progressOf.get(ctx);
  if (progress === undefined) {
    progress = {
      slots: {
        picture: new Semaphore(concurrent.picture, maxWaiting),
        page: new Semaphore(concurrent.page, maxWaiting),
      },
      sites: new Map(),
      running: new Map(),
      failures: new Failures(failureMs.first, failureMs.longest),
      silentSites: new Failures(silenceMs.first, silenceMs.longest),
    };
    progressOf.set(ctx, progress);
  }
  return progress;
}

/** Or the network of an IP address. The owner of a domain can create any number of hosts. */
function siteOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : url;
  return getDomain(host, { allowPrivateDomains: true }) ?? networkOf(host);
}

/** Created for the first concurrent task of the site and removed after the last one. */
async function withSite<T>(
  sites: Progress['sites'],
  name: string,
  task: (site: Site) => Promise<T>,
): Promise<T> {
  const site = sites.get(name) ?? { slots: new Semaphore(concurrentOfSite, maxWaitingForSite), users: 0 };
  sites.set(name, site);
  site.users++;
  try {
    return await task(site);
  } finally {
    site.users--;
    if (site.users === 0) sites.delete(name);
  }
}
