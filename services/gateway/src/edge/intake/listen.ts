import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { listenHost } from '@parley/core';
import type { FastifyInstance } from 'fastify';

/**
 * Length of the accept queue of each listening socket. The operating system caps it (`net.core.somaxconn`, usually 4096). With
 * Node's default of 511, a burst would overflow the queue, and clients would retry dropped connections only after 1, 3 and 7 s.
 */
const backlog = 65_535;
/**
 * Number of listening sockets. Node accepts one connection per socket in each turn of its event loop. In a busy process a turn
 * takes 20 ms or more, so a single socket would accept at most fifty connections per second. The last connections of a burst
 * would wait for minutes.
 */
const sockets = 256;

export type Listening = {
  readonly port: number;
  /** Stops accepting connections. Resolves when all accepted connections are closed. */
  close(): Promise<void>;
};

/** A busy process accepts many connections in each turn of its event loop. @throws EADDRINUSE */
export async function listen(
  edge: FastifyInstance,
  address: { host: string; port: number },
): Promise<Listening> {
  const { port } = address;
  const host = listenHost(address.host);
  // With `reusePort`, another process could listen on the same port too. So the port is first opened without that option, which
  // fails when the port is in use. Two gateways that start at the same moment can still both pass the check.
  if (port !== 0) await close(await opened(createServer(), { host, port }));
  const shared = { backlog, reusePort: true };
  await edge.listen({ host, port, ...shared });
  const { address: bound, port: chosen } = edge.server.address() as AddressInfo;
  const further = await Promise.all(
    Array.from({ length: sockets - 1 }, () =>
      opened(acceptorFor(edge.server), { host: bound, port: chosen, ...shared }),
    ),
  );
  return {
    port: chosen,
    close: async () => {
      await Promise.all([edge.close(), ...further.map(close)]);
    },
  };
}

/** Creates a server that accepts connections on another socket and passes them to the HTTP server. */
const acceptorFor = (server: HttpServer): Server =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));

async function opened(server: Server, options: ListenOptions): Promise<Server> {
  server.listen(options);
  await once(server, 'listening');
  return server;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });
