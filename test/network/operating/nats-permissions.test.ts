import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureNatsServer, freePort } from '@parley/embedded';
import { connectNats, follow } from '@parley/event-log';
import { createTestLog } from '@parley/event-log/testing';
import { Network, Organization, until } from '@parley/test-kit';
import { sharedServers } from '@parley/test-servers';
import { expect, it } from 'vitest';

const document = readFileSync(join(import.meta.dirname, '../../../docs/operations/tls.md'), 'utf8');
/** The permissions of Parley's NATS user, as the operators' documentation specifies them. */
const permissions = /permissions \{[^}]*\}/.exec(document)![0];

/** Starts a NATS server with two users: Parley's user has the documented permissions, and another user has all permissions. */
async function startServer() {
  const dir = mkdtempSync(join(tmpdir(), 'parley-permissions-'));
  const port = await freePort();
  const config = join(dir, 'nats.conf');
  const log = join(dir, 'log');
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"
    log_file: "${log}"
    jetstream { store_dir: "${dir}" }
    authorization { users: [
      { user: parley, password: x, ${permissions} }
      { user: anybody, password: x }
    ] }`,
  );
  const server = spawn((await ensureNatsServer()).path, ['-c', config], { stdio: 'ignore' });
  const exited = once(server, 'exit');
  // Stops the server even when a test times out.
  process.once('exit', () => server.kill());
  const urlOf = (user: string) => `nats://${user}:x@127.0.0.1:${port}`;
  return {
    urlOf,
    /** Returns the permission violations in the server's log. */
    refusals: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('Violation')),
    async [Symbol.asyncDispose]() {
      server.kill();
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

it('all operations work with the documented permissions, and no request needs more', async () => {
  await using server = await startServer();
  await using network = await Network.start({
    servers: { ...sharedServers(), nats: server.urlOf('anybody') },
    env: { PARLEY_NATS_URL: server.urlOf('parley'), PARLEY_NATS_PREFIX: 'parley' },
    replicas: { 'event-queue': 2, channel: 2 },
  });
  const organization = await Organization.create(network);
  const { alice, bob } = await organization.add('alice', 'bob');
  await alice.subscribe(['lunch']);
  await bob.subscribe(['lunch']);
  const inbox = (await bob.register({ event_types: ['message', 'typing', 'subscription'] })).start();
  const id = await alice.send('lunch', 'Soup', 'menu');
  await inbox.waitFor((events) => events.find((each) => each.message?.id === id));
  // Signals can be lost.
  await until('bob sees that alice is typing', async () => {
    await alice.api.post('/typing', { op: 'start', type: 'direct', to: [bob.userId] });
    return inbox.events.some((each) => each.type === 'typing');
  });
  await inbox.stop();
  await bob.api.delete('/events', { queue_id: inbox.queueId });
  const asked = { queue_id: inbox.queueId, last_event_id: inbox.lastEventId, dont_block: true };
  await expect(bob.api.get('/events', asked)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  expect(server.refusals()).toEqual([]);
});

it('a reader that fell behind catches up with these permissions', async () => {
  await using server = await startServer();
  const nats = await connectNats({ url: server.urlOf('parley'), name: 'test' });
  const log = await createTestLog(nats, 'parley');
  const kind = `a.b.${'c'.repeat(400_000)}`;
  for (let at = 0; at < 20; at++) await log.publish({ event: { kind } });
  const follower = follow({
    nats,
    prefix: 'parley',
    from: 'start',
    onEvents: () => undefined,
    onEpoch: () => undefined,
    onGap: () => expect.unreachable(),
  });
  try {
    await follower.waitFor(20);
  } finally {
    await follower.stop();
    await nats.close();
  }
  expect(server.refusals()).toEqual([]);
});
