import type { RequestListener } from 'node:http';
import { type Site, startSite } from '@parley/test-servers';

/** Returns functions that start web servers for a test and stop them after it. */
export function createSites() {
  const stops: (() => PromiseLike<void>)[] = [];
  return {
    async startSite(answer: RequestListener): Promise<Site> {
      const site = await startSite(answer);
      stops.push(() => site[Symbol.asyncDispose]());
      return site;
    },
    /** Registers a task that runs after the test, before the servers are stopped. */
    onEnd(stop: () => Promise<void>): void {
      stops.unshift(stop);
    },
    async stopAll(): Promise<void> {
      for (const stop of stops.splice(0)) await stop();
    },
  };
}
