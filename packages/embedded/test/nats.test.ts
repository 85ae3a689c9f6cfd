import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NatsServer, startNats } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-nats-'));
const dir = join(folder, 'nats');
const token = 'a"b/c%d';
let server: NatsServer;

beforeAll(async () => {
  server = await startNats({ dir, token, syncInterval: '10s' });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function withClient<T>(use: (client: NatsConnection) => Promise<T>): Promise<T> {
  const client = await connect({ servers: `127.0.0.1:${server.port}`, token });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

it('keeps a stream over a clean restart and over SIGKILL, on the same port', async () => {
  await withClient(async (client) => {
    const manager = await jetstreamManager(client);
    await manager.streams.add({ name: 'kept', subjects: ['kept'] });
    await jetstream(client).publish('kept', 'one');
  });
  const { port, pid } = server;
  await server.restart();
  await server.restart({ hard: true });
  expect(server.port).toBe(port);
  expect(server.pid).not.toBe(pid);
  const { messages } = await withClient(async (client) => {
    return (await (await jetstreamManager(client)).streams.info('kept')).state;
  });
  expect(messages).toBe(1);
});

it('refuses connections without the token', async () => {
  const servers = `127.0.0.1:${server.port}`;
  await expect(connect({ servers, token: 'wrong', reconnect: false })).rejects.toThrow(/authorization/i);
});

it('shuts down a server left running on the directory by a killed process', async () => {
  const second = await startNats({ dir, token });
  expect((await server.exited).signal ?? 'ended').toBe('ended');
  server = second;
  expect(await withClient((client) => client.rtt())).toBeGreaterThanOrEqual(0);
});
