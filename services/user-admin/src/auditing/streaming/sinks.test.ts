import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChainedRecord } from '../domain/chain.ts';
import { createSink } from './create-sink.ts';

// Tests delivery over TLS: a receiver gets every entry, but only if its certificate is trusted.

const folder = join(import.meta.dirname, '../../../../../packages/test-servers/certificates');
const pem = (name: string) => readFileSync(join(folder, `${name}.pem`), 'utf8');
const tls = { key: pem('key'), cert: pem('certificate') };

const record = { position: 1, action: 'user.signed_in', time: '2026-01-01T00:00:00Z', hash: 'ab' };
const records = [record as ChainedRecord];

let server: Server;
afterEach(() => server.close());

/** Starts the server on a free port. Returns the port. */
async function listen(): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const signal = () => AbortSignal.timeout(60_000);

describe('an HTTPS receiver', () => {
  const received: { body: string; authorization: string | undefined }[] = [];
  const start = () => {
    received.length = 0;
    server = createHttpsServer(tls, async (request, response) => {
      received.push({ body: await text(request), authorization: request.headers.authorization });
      response.end();
    });
    return listen();
  };

  it('gets entries and the token when its authority is trusted', async () => {
    const url = `https://localhost:${await start()}`;
    await createSink({ url, token: 'secret', ca: pem('authority') }, 'chat').deliver(records, signal());
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([record]);
    expect(received[0]!.authorization).toBe('Bearer secret');
  });

  it('gets nothing when its authority is unknown', async () => {
    const url = `https://localhost:${await start()}`;
    const sink = createSink({ url, token: 'secret', ca: undefined }, 'chat');
    await expect(sink.deliver(records, signal())).rejects.toThrow(/certificate/);
    expect(received).toEqual([]);
  });
});

describe('a syslog receiver behind TLS', () => {
  const received: string[] = [];
  const start = () => {
    received.length = 0;
    server = createTlsServer({ ...tls, allowHalfOpen: true }, async (socket) => {
      socket.on('error', () => undefined);
      received.push(await text(socket));
      socket.end();
    });
    server.on('tlsClientError', () => undefined);
    return listen();
  };

  it('gets entries when its authority is trusted', async () => {
    const url = `syslog+tls://localhost:${await start()}`;
    await createSink({ url, token: '', ca: pem('authority') }, 'chat').deliver(records, signal());
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('"action":"user.signed_in"');
  });

  it('gets nothing when its authority is unknown, or its certificate names another host', async () => {
    const port = await start();
    for (const receiver of [
      { url: `syslog+tls://localhost:${port}`, token: '', ca: undefined },
      { url: `syslog+tls://127.0.0.2:${port}`, token: '', ca: pem('authority') },
    ]) {
      await expect(createSink(receiver, 'chat').deliver(records, signal())).rejects.toThrow();
    }
    expect(received.join('')).toBe('');
  });
});
