import type { IncomingMessage } from 'node:http';
import { plainAddress, within } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Returns the IP address of a client. When a trusted proxy sent `X-Forwarded-For`, the address comes from that header;
 * otherwise it is the address of the connection. Each address has one spelling, so that rate limits, counters of wrong
 * passwords and the audit log agree.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? '';
}

/**
 * Returns the IP address from which a client or a proxy connects to this deployment. It is the address of the
 * connection, or, on a connection of Parley's own load balancer, the last one in `X-Forwarded-For`, which that balancer added. No
 * other address in the header counts, because the sender of the request may have invented it.
 */
export function peerAddress({ headers, socket }: IncomingMessage, edgeNetworks: readonly string[]): string {
  const peer = socket.remoteAddress ?? '';
  if (!within(edgeNetworks)(peer)) return peer;
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',');
  return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
}

/** Some proxies write ports; the list of trusted proxies has none. */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const sent = headers['x-forwarded-for'];
    if (typeof sent === 'string') {
      headers['x-forwarded-for'] = sent
        .split(',')
        .map((text) => plainAddress(text) ?? text.trim())
        .join(', ');
    }
    done();
  });
}
