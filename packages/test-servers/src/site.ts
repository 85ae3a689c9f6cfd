import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { portOf } from '@parley/core';

/** A local web server that stands in for another host. */
export type Site = AsyncDisposable & {
  /** Host and port, such as `127.0.0.1:4000`. */
  host: string;
  url: string;
  /** Received requests, the oldest first. */
  requests: IncomingMessage[];
};

/** Starts a web server on this machine. It closes idle connections only when it is disposed. */
export async function startSite(answer: RequestListener): Promise<Site> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  // Otherwise a slow machine decides whether a test reuses a connection.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${portOf(server)}`;
  return {
    host,
    url: `http://${host}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
