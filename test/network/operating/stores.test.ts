import { isTemporary, Network, Organization, until } from '@parley/test-kit';
import { Link, startServers } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Verifies that services start while a server that they need is unavailable, and answer requests that do not need it.

let servers: Awaited<ReturnType<typeof startServers>>;
let nats: Link;
let postgres: Link;
let network: Network;

const through = (url: string, link: Link): string => {
  const changed = new URL(url);
  changed.port = String(link.port);
  return changed.href;
};

beforeAll(async () => {
  servers = await startServers();
  nats = await Link.to(servers.nats.port);
  postgres = await Link.to(servers.postgres.port);
  network = await Network.start({
    servers: { postgres: through(servers.urls.postgres, postgres), nats: through(servers.urls.nats, nats) },
  });
});
afterAll(async () => {
  nats?.lead(servers.nats.port);
  postgres?.lead(servers.postgres.port);
  await network?.stop();
  await Promise.all([nats, postgres].map((link) => link?.[Symbol.asyncDispose]()));
  await servers?.stop();
});

const restart = async (services: readonly Parameters<Network['of']>[0][]) => {
  const replicas = services.flatMap((service) => network.of(service));
  await Promise.all(replicas.map((replica) => network.stopReplica(replica)));
  return replicas;
};

it('serves requests and sends through processes that started without NATS, and polls when it is back', async () => {
  const organization = await Organization.create(network);
  const { alice, bob } = await organization.add('alice', 'bob');
  await alice.subscribe(['lunch'], [alice, bob]);
  const first = await alice.send('lunch', 'before');

  const replicas = await restart(['gateway', 'messaging', 'channel', 'user-admin', 'upload', 'notify']);
  nats.lead(undefined);
  await Promise.all(replicas.map((replica) => network.startReplica(replica)));

  const second = await alice.send('lunch', 'without NATS');
  expect(second).toBeGreaterThan(first);
  const history = await bob.messages([{ operator: 'channel', operand: 'lunch' }]);
  expect(history.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
  expect((await bob.api.get('/users/me')).email).toBe(bob.email);

  nats.lead(servers.nats.port);
  // The connections to NATS return one after the other, so the first polls may be refused.
  const inbox = await until('a queue', () =>
    bob.register({ event_types: ['message'] }, { retry: isTemporary }).catch(() => undefined),
  );
  await using reader = inbox.start();
  const third = await alice.send('lunch', 'NATS is back');
  await reader.waitFor((events) => events.find((event) => event.message?.id === third));
});

it('starts without PostgreSQL, and serves as soon as it is there', async () => {
  const organization = await Organization.signIn((credentials) => network.client(credentials));
  const replicas = await restart([
    'relay',
    'user-admin',
    'channel',
    'messaging',
    'notify',
    'upload',
    'gateway',
  ]);
  postgres.lead(undefined);
  const starting = replicas.map((replica) => network.startReplica(replica));
  const answers = await Promise.all(
    network.of('messaging').map(async ({ ports }) => {
      const ready = () => fetch(`http://127.0.0.1:${ports.ops}/readyz`).then((answer) => answer.status);
      return until('the process answers', () => ready().catch(() => undefined));
    }),
  );
  expect(answers).toEqual([503]);
  postgres.lead(servers.postgres.port);
  await Promise.all(starting);
  await organization.owner.subscribe(['late']);
  expect(await organization.owner.send('late', 'there')).toBeGreaterThan(0);
});
