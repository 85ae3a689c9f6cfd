import { type AddressInfo, connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transfers } from '../src/http/routes.ts';
import { authorization, startTestGateway, type TestGateway } from './support.ts';

/** More than the buffers of a connection hold, so that a client is still writing when it is answered. */
const body = Buffer.alloc(12 * 1024 * 1024, 'x');
const inChunk = Buffer.concat([
  Buffer.from(`${body.length.toString(16)}\r\n`),
  body,
  Buffer.from('\r\n0\r\n\r\n'),
]);

const withKey = `authorization: ${authorization}\r\n`;

const takers: readonly (readonly [method: string, url: string])[] = transfers.flatMap(
  ({ methods, path, takesRest }) =>
    methods
      .filter((method) => method === 'POST' || method === 'PUT' || method === 'PATCH')
      .map((method) => [method, takesRest ? `${path}/1/a.png` : path] as const),
);

let gateway: TestGateway;
let port: number;
beforeAll(async () => {
  gateway = await startTestGateway({ config: { publicUrl: 'http://parley.example', hosts: [] } });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = gateway.app.server.address() as AddressInfo);
});
afterAll(() => gateway?.[Symbol.asyncDispose]());

/** Sends a request as blocking clients do, which read nothing until they have sent everything. */
async function sendFirst(head: string, rest: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause();
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.write(head);
    socket.write(rest, () => resolve());
  });
  return readText(socket.end());
}

describe.each([
  ['of a known length', `content-length: ${body.length}\r\n`, body],
  ['in chunks', 'transfer-encoding: chunked\r\n', inChunk],
])('a client that sends a large body %s', (_, length, bytes) => {
  const send = (
    method: string,
    url: string,
    headers: string,
    { host = 'parley.example', type = 'application/json' } = {},
  ) =>
    sendFirst(
      `${method} ${url} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${type}\r\n${headers}${length}\r\n`,
      bytes,
    );

  it.each([
    ['at an operation', 'POST', '/api/v1/messages', withKey, 413],
    ['at an operation without a key', 'POST', '/api/v1/messages', '', 413],
    ['at an unknown address', 'POST', '/nothing', '', 413],
    ['with a wrong method', 'PUT', '/api/v1/messages', withKey, 405],
    ['to a webhook', 'POST', '/api/v1/external/json?api_key=a', '', 413],
    ['to another form of webhook', 'POST', '/hooks/a', '', 413],
  ])('reads the answer %s', async (_kind, method, url, headers, status) => {
    const received = await send(method, url, headers);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received).toMatch(/\}$/);
  });

  it('reads the answer to a form that holds no file', async () => {
    const type = 'application/x-www-form-urlencoded';
    expect(await send('DELETE', '/api/v1/realm/logo', withKey, { type })).toMatch(/^HTTP\/1.1 400 /);
  });

  it('reads the answer of a host that is not the server’s', async () => {
    expect(await send('POST', '/api/v1/messages', '', { host: 'other.example' })).toMatch(
      /^HTTP\/1.1 421 [\s\S]*\}$/,
    );
  });

  it('reads the answer of a server that has too much to do', async () => {
    const { refuse } = gateway.ctx.admission;
    gateway.ctx.admission.refuse = () => 'lag';
    try {
      expect(await send('POST', '/api/v1/messages', withKey)).toMatch(/^HTTP\/1.1 503 [\s\S]*\}$/);
    } finally {
      gateway.ctx.admission.refuse = refuse;
    }
  });

  it('reads the answer at every address that takes bodies itself, without credentials and with a key', async () => {
    expect(takers.length).toBeGreaterThan(5);
    const silent: string[] = [];
    for (const [method, url] of takers)
      for (const headers of ['', withKey]) {
        const received = await send(method, url, headers).catch(String);
        if (!/^HTTP\/1\.1 \d{3} /.test(received)) silent.push(`${method} ${url}: ${received.slice(0, 80)}`);
      }
    expect(silent).toEqual([]);
  });
});

it('a client that sends no more is given up a few seconds after its answer', async () => {
  const connections = () => promisify(gateway.app.server.getConnections.bind(gateway.app.server))();
  // Those of the tests before it are being closed.
  await expect.poll(connections, { timeout: 60_000 }).toBe(0);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(`POST /nothing HTTP/1.1\r\nhost: parley.example\r\ncontent-length: ${body.length}\r\n\r\nx`);
  expect(await readText(socket)).toMatch(/^HTTP\/1.1 413 /);
  expect(await connections()).toBe(1);
  await expect.poll(connections, { timeout: 60_000 }).toBe(0);
  socket.destroy();
}, 240_000);
