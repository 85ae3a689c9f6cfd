import { createServer, connect as openSession, type ServerHttp2Session } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { silentLogger } from '@parley/core';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createRpcServer } from '../src/index.ts';

/** Returns the prototype of all HTTP/2 server sessions, which Node does not export. */
async function sessionPrototype(): Promise<ServerHttp2Session> {
  const server = createServer();
  const opened = new Promise<ServerHttp2Session>((resolve) => server.once('session', resolve));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = openSession(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const session = await opened;
  client.destroy();
  session.destroy();
  server.close();
  return Object.getPrototypeOf(Object.getPrototypeOf(session));
}

it('a server stops although a connection broke at the same moment', async () => {
  const server = createRpcServer({ secret: 'a secret', logger: silentLogger, registry: new Registry() });
  const port = await server.listen('127.0.0.1', 0);
  const prototype = await sessionPrototype();
  const { destroy } = prototype;
  const stopped = new Promise<void>((resolve) => {
    vi.spyOn(prototype, 'destroy').mockImplementationOnce(function (this: ServerHttp2Session, ...args) {
      destroy.apply(this, args);
      void server.drain(0).then(resolve);
    });
  });
  // These bytes are not the HTTP/2 preface, so the server destroys the session. The spy above then starts the drain.
  const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.alloc(64, 0x16)));
  socket.on('error', () => undefined);
  await stopped;
  vi.restoreAllMocks();
  const refused = new Promise((resolve) => {
    const late = connect(port, '127.0.0.1', () => resolve('connected')).once('error', resolve);
    onTestFinished(() => void late.destroy());
  });
  expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
});
