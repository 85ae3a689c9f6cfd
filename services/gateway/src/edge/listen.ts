import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Connections that wait at each socket until they are taken; the system has its own maximum (`net.core.somaxconn`,
 * mostly 4096). With Node's 511, of a crowd that comes at once the rest is told nothing and tries again after 1, 3 and
 * 7 s.
 */
const backlog = 65_535;
/**
 * Sockets that listen. Node takes one connection from each in a turn of its loop, however many wait; a turn of a busy
 * process lasts 20 ms and more, so that one socket alone takes fifty connections a second, and a crowd waits for minutes.
 */
const sockets = 256;

export type Listening = {
  readonly port: number;
  /** Takes no more connections; resolves when those that were taken are gone. */
  close(): Promise<void>;
};

/**
 * Listens, on as many sockets as a busy process needs.
 * @throws EADDRINUSE when somebody else listens there
 */
export async function listen(
  edge: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  // Sockets that share a port would share it with another process too. Two gateways that are started at the same moment
  // could both find it free here, and then share it all the same.
  if (port !== 0) await close(await opened(createServer(), { host, port }));
  const shared = { backlog, reusePort: true };
  await edge.listen({ host, port, ...shared });
  const { address, port: chosen } = edge.server.address() as AddressInfo;
  const further = await Promise.all(
    Array.from({ length: sockets - 1 }, () =>
      opened(acceptorFor(edge.server), { host: address, port: chosen, ...shared }),
    ),
  );
  return {
    port: chosen,
    close: async () => {
      await Promise.all([edge.close(), ...further.map(close)]);
    },
  };
}

/** Hands what it takes to the server; its connections are as those that the server takes itself. */
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
