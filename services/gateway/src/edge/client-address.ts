import { plainAddress } from '@parley/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Who sends a request, by address: the connection's, or where that is a trusted proxy what it wrote into
 * `X-Forwarded-For`. Always spelled the same way, so that limits, wrong passwords and the audit log agree on it;
 * where a proxy wrote no address, the connection's.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? '';
}

/** Some proxies write `address:port`: without it, that of a trusted one is recognized among the addresses too. */
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
