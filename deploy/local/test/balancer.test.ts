import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { freePort } from '@parley/embedded';
import { eventually } from '@parley/test-servers';
import { expect, it, onTestFinished } from 'vitest';
import { type Backend, Balancer } from '../src/balancer.ts';

type Fake = Backend & {
  ready: boolean;
  frozen: boolean;
  checks: number;
  connections: number;
  server: Server;
};

async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function fakeReplica(name: string): Promise<Fake> {
  const fake = { ready: true, frozen: false, checks: 0, connections: 0 } as Fake;
  const ops = createServer((_request, response) => {
    fake.checks += 1;
    if (fake.frozen) return;
    response.statusCode = fake.ready ? 200 : 503;
    response.end();
  });
  fake.server = createServer((_request, response) => {
    if (fake.frozen) return;
    response.setHeader('connection', 'close');
    response.end(name);
  });
  fake.server.on('connection', () => {
    fake.connections += 1;
  });
  fake.opsPort = await listening(ops);
  // `freePort` claims the port, so no other test gets it while the replica's server is closed.
  fake.port = await listening(fake.server, await freePort());
  return fake;
}

/** Returns a port at which connections stay unestablished: its process is frozen, and the queue of its socket is full. */
async function portThatAcceptsNothing(): Promise<number> {
  const program = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
  `;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGSTOP');
  for (let count = 0; count < 8; count++) {
    const socket = connect(Number(line), '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => {
      socket.destroy();
    });
  }
  return Number(line);
}

async function balanced(backends: readonly Fake[], checkTimeoutMs = 60_000) {
  const balancer = await Balancer.start({
    host: '127.0.0.1',
    port: 0,
    backends,
    checkEveryMs: 10,
    checkTimeoutMs,
  });
  onTestFinished(() => balancer.close());
  return {
    balancer,
    ask: async () => (await fetch(`http://127.0.0.1:${balancer.port}/`)).text(),
  };
}

it('spreads connections over the replicas', async () => {
  const [a, b] = [await fakeReplica('a'), await fakeReplica('b')];
  const { balancer } = await balanced([a, b]);
  for (let count = 0; count < 20; count += 1) {
    const client = connect(balancer.port, '127.0.0.1');
    onTestFinished(() => {
      client.destroy();
    });
  }
  await eventually(() => a.connections + b.connections === 20);
  expect([a.connections, b.connections]).toEqual([10, 10]);
});

it('opens no connection to a replica that is draining', async () => {
  const [a, b] = [await fakeReplica('a'), await fakeReplica('b')];
  const { ask } = await balanced([a, b]);
  a.ready = false;
  await eventually(async () => {
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    return answers.every((name) => name === 'b');
  });
});

it('gives a connection that was refused to another replica', async () => {
  const [a, b] = [await fakeReplica('a'), await fakeReplica('b')];
  const { ask } = await balanced([a, b]);
  a.server.close();
  const answers = await Promise.all(Array.from({ length: 10 }, ask));
  expect(answers).toEqual(Array(10).fill('b'));
});

it('lets a connection wait until the only replica returns', async () => {
  const a = await fakeReplica('a');
  const { ask } = await balanced([a]);
  const { port } = a;
  await new Promise((done) => a.server.close(done));
  const answer = ask();
  await listening(a.server, port);
  expect(await answer).toBe('a');
});

it('cuts the connections of a frozen replica, so that clients reconnect to another one', async () => {
  const [a, b] = [await fakeReplica('a'), await fakeReplica('b')];
  // The requests must be distributed before the first check of the frozen replica fails.
  const { ask } = await balanced([a, b], 3_000);
  a.frozen = true;
  const asked = [ask(), ask(), ask(), ask()].map((answer) => answer.catch(() => 'cut'));
  expect((await Promise.all(asked)).toSorted()).toEqual(['b', 'b', 'cut', 'cut']);
  // Checks do not overlap: three were not answered, a fourth may be in progress, and some may be from before the freeze.
  expect(a.checks).toBeLessThanOrEqual(6);
  expect(await Promise.all([ask(), ask()])).toEqual(['b', 'b']);
  a.frozen = false;
  await eventually(async () => (await Promise.all([ask(), ask()])).includes('a'));
});

it('gives a connection that a frozen replica does not accept to another one', async () => {
  const [a, b] = [await fakeReplica('a'), await fakeReplica('b')];
  a.frozen = true;
  a.port = await portThatAcceptsNothing();
  const { ask } = await balanced([a, b], 1_000);
  expect(await ask()).toBe('b');
});

it('keeps the connections of a replica that only reports that it is not ready', async () => {
  const a = await fakeReplica('a');
  const { balancer } = await balanced([a]);
  const client = connect(balancer.port, '127.0.0.1');
  let closed = false;
  client.once('close', () => {
    closed = true;
  });
  await eventually(() => a.connections === 1);
  a.ready = false;
  const before = a.checks;
  await eventually(() => a.checks > before + 5);
  expect(closed).toBe(false);
  client.destroy();
});

it('fails with the reason when its port is in use', async () => {
  const taken = await listening(createServer());
  await expect(Balancer.start({ host: '127.0.0.1', port: taken, backends: [] })).rejects.toThrow(
    /EADDRINUSE/,
  );
});

it('listens only at its host', async () => {
  const balancer = await Balancer.start({ host: '127.0.0.2', port: await freePort(), backends: [] });
  onTestFinished(() => balancer.close());
  expect(await isAccepted('127.0.0.2', balancer.port)).toBe(true);
  expect(await isAccepted('127.0.0.1', balancer.port)).toBe(false);
});

function isAccepted(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => resolve(true)).on('error', () => resolve(false));
    onTestFinished(() => void socket.destroy());
  });
}
