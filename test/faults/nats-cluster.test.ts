import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { freePort, type NatsServer, startNats } from '@parley/embedded';
import { connectNats } from '@parley/event-log';
import { until } from '@parley/test-kit';
import { startServers } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { Stage } from './windows.ts';

const token = 'parley-test';
const frozenMs = 5_000;

/** A cluster of three NATS servers, which replicate every stream. */
class NatsCluster implements AsyncDisposable {
  readonly servers: readonly NatsServer[];
  readonly #dir: string;

  private constructor(servers: readonly NatsServer[], dir: string) {
    this.servers = servers;
    this.#dir = dir;
  }

  static async start(): Promise<NatsCluster> {
    const dir = mkdtempSync(join(tmpdir(), 'parley-nats-'));
    const ports = [await freePort(), await freePort(), await freePort()];
    const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
    const starting = ports.map((port, index) =>
      startNats({
        dir: join(dir, `n${index}`),
        token,
        serverName: `n${index}`,
        extraConfig: `cluster { name: parley, listen: "127.0.0.1:${port}", routes: [${routes}] }`,
      }),
    );
    return new NatsCluster(await Promise.all(starting), dir);
  }

  get url(): string {
    return this.servers.map((server) => server.url).join(',');
  }

  /** Resolves when every stream has a leader and three replicas that are up to date. */
  async healthy(): Promise<void> {
    const nats = await connectNats({ url: this.url, name: 'test-health' });
    try {
      const jsm = await jetstreamManager(nats, { checkAPI: false, timeout: 2_000 });
      const isHealthy = async () => {
        let streams = 0;
        for await (const { cluster } of jsm.streams.list()) {
          const copies = cluster?.replicas?.filter(({ current, offline }) => current && !offline) ?? [];
          if (!cluster?.leader || copies.length !== 2) return false;
          streams++;
        }
        return streams > 0;
      };
      await until('all copies are up to date', () => isHealthy().catch(() => false), 120_000);
    } finally {
      await nats.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.servers) server.kill('SIGCONT');
    await Promise.all(this.servers.map((server) => server.stop()));
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

async function kill(
  server: NatsServer,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  server.kill('SIGKILL');
  await server.exited;
  await meanwhile();
  await server.start();
}

async function freeze(...servers: NatsServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.freeze()));
  await new Promise((resolve) => setTimeout(resolve, frozenMs));
  for (const server of servers) server.kill('SIGCONT');
}

const wipe = (server: NatsServer) =>
  kill(server, async () => rmSync(server.storeDir, { recursive: true, force: true }));

it('loses and repeats nothing, and no client registers again, while each of three NATS servers fails', async () => {
  await using nats = await NatsCluster.start();
  await using servers = await startServers({ durable: true });
  await using stage = await Stage.on(servers, {
    messages: 120,
    cluster: {
      replicas: { 'event-queue': 2, gateway: 2, messaging: 2, channel: 2, relay: 2 },
      env: { PARLEY_NATS_URL: nats.url, PARLEY_NATS_REPLICAS: '3' },
    },
  });
  const epochs = () => stage.cluster.metric('relay', 'parley_relay_epochs_total');
  const before = await epochs();
  const [first, second, third] = nats.servers as [NatsServer, NatsServer, NatsServer];
  const faults: [string, () => Promise<unknown>][] = [
    ...nats.servers.map((server, n): [string, () => Promise<void>] => [
      `server ${n} killed`,
      () => kill(server),
    ]),
    ...nats.servers.map((server, n): [string, () => Promise<void>] => [
      `server ${n} frozen`,
      () => freeze(server),
    ]),
    ...nats.servers.map((server, n): [string, () => Promise<void>] => [
      `disk of ${n} wiped`,
      () => wipe(server),
    ]),
    ['two killed', () => Promise.all([kill(first), kill(second)])],
    ['two frozen', () => freeze(second, third)],
    ['all killed', () => Promise.all(nats.servers.map((server) => kill(server)))],
  ];
  await nats.healthy();
  for (const [name, fault] of faults) {
    const startedMs = performance.now();
    const sent = stage.traffic.outcomes.length;
    await stage.traffic.run(async () => {
      await stage.traffic.progress(0.3);
      await fault();
    });
    await nats.healthy();
    await stage.traffic.verify();
    const failed = stage.traffic.outcomes.slice(sent).filter((outcome) => 'error' in outcome);
    console.info(`${name}: ${failed.length} failed sends, ${Math.round(performance.now() - startedMs)} ms`);
    expect(failed, name).toEqual([]);
  }
  expect(await epochs()).toBe(before);
}, 900_000);
