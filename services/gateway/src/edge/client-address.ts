import { plainAddress } from '@parley/core';
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
 * Removes ports from the addresses in `X-Forwarded-For`, because some proxies write ports. The list of trusted proxies, with
 * which the addresses are compared, has no ports.
 */
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
