import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

const local = { host: '127.0.0.1', port: 0 };

function server() {
  const app = Fastify({ forceCloseConnections: 'idle' });
  app.get('/', async () => 'here');
  return app;
}

it('accepts many connections in a few iterations of a busy event loop', async () => {
  const app = server();
  const listening = await listen(app, local);
  let taken = 0;
  app.server.on('connection', () => taken++);
  const count = 200;
  const crowd: Socket[] = Array.from({ length: count }, () => connect(listening.port, '127.0.0.1'));
  // Counts the turns of the event loop in which connections were accepted. Other turns are ignored, because on a busy machine
  // the connections may not have arrived yet.
  let turns = 0;
  await new Promise<void>((resolve) => {
    let before = 0;
    const turn = () => {
      if (taken > before) turns++;
      before = taken;
      if (taken < count) setImmediate(turn);
      else resolve();
    };
    setImmediate(turn);
  });
  // With a single listening socket, the process would accept one connection per turn.
  expect(turns).toBeLessThan(count / 2);
  for (const socket of crowd) socket.destroy();
  await listening.close();
});

it('serves on every socket, and is closed once all connections have ended', async () => {
  const listening = await listen(server(), local);
  const url = `http://127.0.0.1:${listening.port}/`;
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => (await fetch(url, { headers: { connection: 'close' } })).text()),
  );
  expect(new Set(answers)).toEqual(new Set(['here']));
  await listening.close();
  await expect(fetch(url)).rejects.toThrow();
});

it('does not share its port with another server', async () => {
  const first = await listen(server(), local);
  await expect(listen(server(), { ...local, port: first.port })).rejects.toThrow('EADDRINUSE');
  await first.close();
});
