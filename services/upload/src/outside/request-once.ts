import { errors, networkOf, QueueFullError, Semaphore } from '@parley/core';
import { Failures, OutsideError } from '@parley/outside';
import { getDomain } from 'tldts';
import type { Ctx } from '../context.ts';

/** Purpose of a request to another host. Each has its own limit, so that one does not delay the other. */
export type Purpose = 'picture' | 'page';

/** Maximum number of concurrent requests by purpose, and of requests that wait for their turn. */
const concurrent: Readonly<Record<Purpose, number>> = { picture: 8, page: 4 };
const maxWaiting = 200;
/** Maximum number of concurrent requests to one site, and of requests that wait for it. */
const concurrentOfSite = 2;
const maxWaitingForSite = 50;
/** Time for which a failure of one address is remembered, in milliseconds. It doubles with each failure in a row. */
const failureMs = { first: 60_000, longest: 24 * 3_600_000 };
/** Time for which it is remembered that a site does not answer, in milliseconds. It doubles in the same way. */
const silenceMs = { first: 10_000, longest: 600_000 };

type Site = { slots: Semaphore; users: number };

/** Requests in progress and recent failures of one process. */
type Progress = {
  slots: Readonly<Record<Purpose, Semaphore>>;
  sites: Map<string, Site>;
  running: Map<string, Promise<unknown>>;
  failures: Failures;
  silentSites: Failures;
};

const progressOf = new WeakMap<Ctx, Progress>();

/**
 * Runs the request of an address once for all concurrent callers. An address that failed, and a site that did not
 * answer, are not requested again for a time that grows with each failure. A site that never answers occupies at most
 * two slots, so it does not delay requests to other sites.
 * @throws OutsideError when the other host fails, or failed recently
 * @throws ParleyError UNAVAILABLE when the request waited too long for its turn
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
    // Other requests to the site may have failed while this one waited.
    if (silentSites.isRecent(name, clock.now())) throw new OutsideError('its site did not answer recently');
    try {
      const result = await request();
      failures.remove(key);
      silentSites.remove(name);
      return result;
    } catch (error) {
      // Only the other host's failure is remembered, not this server's.
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

/**
 * Returns the registrable domain of an address, or the network of an IP address. The owner of a domain can create any
 * number of hosts under it, so limits apply to the domain.
 */
function siteOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : url;
  return getDomain(host, { allowPrivateDomains: true }) ?? networkOf(host);
}

/** Runs a task with the limits of a site, which exist while one of its tasks does. */
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
