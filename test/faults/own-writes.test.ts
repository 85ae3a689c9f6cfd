import { type ServiceName, serviceNames } from '@parley/core';
import { ApiError, Cluster, openLanes, randomOf, randomPair, until } from '@parley/test-kit';
import { expect, it } from 'vitest';

// Verifies the guarantee "read your writes" while processes are killed. Every service has two replicas. Each random pair is a
// write and a read through any gateway. The environment variable PARLEY_OWN_WRITES_PAIRS sets the number of pairs.

const pairs = Number(process.env.PARLEY_OWN_WRITES_PAIRS ?? 1_000);
const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_120);
const lanesCount = 6;
/** Pause after a killed process is ready again, in milliseconds. */
const pauseMs = 2_000;

/** Waits until a killed replica is ready again. So at least one replica of each service is always running. */
const ready = (cluster: Cluster, service: ServiceName, replica: number) =>
  until(
    `${service} ${replica} is ready`,
    async () => {
      const url = `http://127.0.0.1:${cluster.opsPortOf(service, replica)}/readyz`;
      return (await fetch(url).catch(() => undefined))?.ok;
    },
    120_000,
  );

it(
  `shows ${pairs} writes in the reads that follow immediately while one process after the other is killed (seed ${seed})`,
  async () => {
    await using cluster = await Cluster.start({
      replicas: Object.fromEntries(serviceNames.map((name) => [name, 2])),
    });
    const random = randomOf(seed);
    const ports = cluster.gatewayPorts;
    const url = () => `http://127.0.0.1:${ports[random(ports.length)]}`;
    const { organization } = cluster;
    const names = Array.from({ length: lanesCount }, (_, index) => `writer${index}`);
    const people = Object.values(await organization.add(...names));
    const lanes = await openLanes({ owner: organization.owner, people, url, seed });

    const stale: string[] = [];
    const kills: string[] = [];
    let seen = 0;
    let failed = 0;
    const isDone = () => seen + stale.length >= pairs;
    const killing = (async () => {
      while (!isDone()) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        if (isDone()) break;
        const service = serviceNames[random(serviceNames.length)]!;
        const replica = 1 + random(2);
        kills.push(`${service} ${replica}`);
        await cluster.kill(service, replica);
        await ready(cluster, service, replica);
      }
    })();
    await Promise.all(
      lanes.map(async (lane) => {
        while (!isDone()) {
          try {
            const { pair, isSeen } = await randomPair(lane);
            if (isSeen && ++seen % 250 === 0) console.info(`${seen} pairs seen, ${kills.length} kills`);
            if (isSeen) continue;
            stale.push(`${pair}, after the kill of ${kills.at(-1) ?? 'nothing'}`);
            console.info(`stale: ${stale.at(-1)}`);
          } catch (error) {
            // Ignores pairs whose request reached the killed process, because they were not answered.
            if (error instanceof ApiError && error.status < 500) throw error;
            failed++;
          }
        }
      }),
    );
    await killing;
    console.info(
      `${seen} of ${seen + stale.length} pairs seen, ${kills.length} kills, ${failed} not answered`,
    );
    expect(stale).toEqual([]);
    expect(kills.length).toBeGreaterThan(0);
  },
  // This limit only stops a test that hangs.
  pairs * 1_000 + 300_000,
);
