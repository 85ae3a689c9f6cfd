import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { keepsUnsentHead, responseOn, setUnsentHead } from './node-internals.ts';

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
