import { plainAddress } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Returns the address of a client: that of the connection, or the one in `X-Forwarded-For` when a trusted proxy sent
 * it. When a proxy sent none, it is that of the connection. Each address has one spelling, so that rate limits, counts
 * of wrong passwords and the audit log agree.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? '';
}

/**
 * Removes ports from the addresses in `X-Forwarded-For`. Some proxies write them, and trusted proxies must be
 * recognized.
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
