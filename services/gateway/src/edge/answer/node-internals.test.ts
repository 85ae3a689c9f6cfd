import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import {
  isLastRead,
  keepsUnsentHead,
  releaseFromServer,
  responseOn,
  serverOf,
  setUnsentHead,
} from './node-internals.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n';

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const received = await text(socket);
  await new Promise((resolve) => server.close(resolve));
  return received;
}

it('a response is found by its connection until it is sent', async () => {
  let [during, after]: unknown[] = [];
  let given: ServerResponse | undefined;
  await serve((response) => {
    const socket = response.socket!;
    given = response;
    during = responseOn(socket);
    response.once('finish', () =>
      setImmediate(() => {
        after = responseOn(socket);
        socket.destroy();
      }),
    );
    response.end();
  });
  expect(during).toBe(given);
  expect(after).toBeNull();
});

it('Node sends the head that was set, once, and nothing else', async () => {
  expect(keepsUnsentHead).toBe(true);
  const received = await serve((response) => {
    setUnsentHead(response, `${head}ok`);
    response.end();
  });
  expect(received).toBe(`${head}ok`);
});

/** Sends a text to a server. Returns the result of `look` for the first request, after the server has read all of the text. */
async function lookAt<T>(sent: string, look: (request: IncomingMessage) => T): Promise<T> {
  const found = Promise.withResolvers<T>();
  const server = createServer((request) => {
    setTimeout(() => found.resolve(look(request)), 20);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(sent);
  const value = await found.promise;
  socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return value;
}

const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

it('detects whether a part of a further request was read', async () => {
  const isLast = (first: IncomingMessage) => [isLastRead(first, first), isLastRead(first, first)];
  expect(await lookAt(request, isLast)).toEqual([true, true]);
  expect(await lookAt(`${request}GE`, isLast)).toEqual([false, false]);
  expect(await lookAt(`${request}${request.slice(0, -1)}`, isLast)).toEqual([false, false]);
});

it('a connection is released from its server, which then neither reads nor closes it', async () => {
  const released = Promise.withResolvers<Socket>();
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    const socket = response.socket!;
    expect(releaseFromServer(socket)).toBe(false);
    response.once('close', () => {
      expect(serverOf(socket)).toBe(server);
      expect(releaseFromServer(socket)).toBe(true);
      expect(releaseFromServer(socket)).toBe(false);
      released.resolve(socket);
    });
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.on('data', (chunk) => {
    received += chunk.toString();
  });
  client.write(request);
  const socket = await released.promise;
  server.closeAllConnections();
  const [read] = await Promise.all([once(socket, 'data'), client.write(request)]);
  expect([String(read[0]), requests]).toEqual([request, 1]);
  socket.end('end');
  await once(client, 'end');
  expect(received.endsWith('\r\n\r\nokend')).toBe(true);
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});
