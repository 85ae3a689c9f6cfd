import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server that stands for another host. */
export type Site = {
  /** `127.0.0.1:port` */
  host: string;
  url: string;
  requests: IncomingMessage[];
};

/** Starts web servers for a test, and stops them after it. */
export function createSites() {
  const stops: (() => Promise<void>)[] = [];
  return {
    async startSite(answer: RequestListener): Promise<Site> {
      const requests: IncomingMessage[] = [];
      const server = createServer((request, response) => {
        requests.push(request);
        answer(request, response);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      stops.push(async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      });
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      return { host, url: `http://${host}`, requests };
    },
    /** Runs a task after the test, before the servers are stopped. */
    onEnd(stop: () => Promise<void>): void {
      stops.unshift(stop);
    },
    async stopAll(): Promise<void> {
      for (const stop of stops.splice(0)) await stop();
    },
  };
}
