import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { maxBytesPerAddress, maxPerAddress } from '../src/edge/intake/arriving-bodies.ts';
import { authorization, startTestGateway, type TestGateway } from './support.ts';

const maxBodyBytes = 2 ** 20;

async function listening() {
  const gateway = await startTestGateway({
    services: { messaging: { renderMessage: async () => ({ rendered: '<p>x</p>' }) } },
    config: {
      maxBodyBytes,
      trustedProxies: ['127.0.0.1'],
      load: { maxWorking: 4, maxWaiting: 4, maxSignIns: 10, targetMs: 150, maxLagMs: 60_000 },
    },
  });
  await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  return gateway;
}

const portOf = ({ app }: TestGateway) => (app.server.address() as AddressInfo).port;

/** Sends the beginning of a request whose body never completes. Resolves when the gateway has read the request's head. */
async function drip(gateway: TestGateway, length: number, from = '192.0.2.1'): Promise<Socket> {
  const received = once(gateway.app.server, 'request');
  const socket = connect(portOf(gateway), '127.0.0.1').on('error', () => undefined);
  socket.write(
    `POST /api/v1/messages HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nx-forwarded-for: ${from}\r\n` +
      `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${length}\r\n\r\nt`,
  );
  await received;
  return socket;
}

/** Sends a complete request and returns its status. */
async function ask(gateway: TestGateway, from: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${portOf(gateway)}/api/v1/messages/render`, {
    method: 'POST',
    headers: { authorization, 'x-forwarded-for': from },
    body: new URLSearchParams({ content: 'x' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

it('slow request bodies do not prevent other clients from being served', async () => {
  await using gateway = await listening();
  const sockets: Socket[] = [];
  for (let count = 0; count < 40; count++) sockets.push(await drip(gateway, 1_000));
  expect(await ask(gateway, '192.0.2.1')).toBe(200);
  for (const socket of sockets) socket.destroy();
});

it('slow request bodies are limited by address, in number', async () => {
  await using gateway = await listening();
  const sockets: Socket[] = [];
  for (let count = 0; count < maxPerAddress; count++) sockets.push(await drip(gateway, 1_000));
  expect(await ask(gateway, '192.0.2.1')).toBe(503);
  expect(await ask(gateway, '192.0.2.2')).toBe(200);
  const [first] = sockets;
  first!.destroy();
  await expect.poll(() => ask(gateway, '192.0.2.1')).toBe(200);
  for (const socket of sockets) socket.destroy();
});

it('slow request bodies are limited by address, in bytes', async () => {
  await using gateway = await listening();
  const sockets: Socket[] = [];
  for (let count = 0; count < maxBytesPerAddress / maxBodyBytes; count++) {
    sockets.push(await drip(gateway, maxBodyBytes));
  }
  expect(await ask(gateway, '192.0.2.1')).toBe(503);
  expect(await ask(gateway, '192.0.2.2')).toBe(200);
  for (const socket of sockets) socket.destroy();
});
