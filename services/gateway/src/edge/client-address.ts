import { plainAddress } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Returns the address of a client: the connection's, or for a trusted proxy the one in `X-Forwarded-For`. One spelling for
 * each address, so that rate limits, counts of wrong passwords and the audit log agree. Falls back to the connection's
 * address when a proxy sent none.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? '';
}

/** Removes ports from `X-Forwarded-For`, which some proxies write, so that trusted proxies are recognized in it. */
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
