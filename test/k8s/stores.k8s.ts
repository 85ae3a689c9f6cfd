import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@parley/test-kit';
import { beforeAll, expect, it } from 'vitest';
import { run } from '../e2e/docker.ts';
import { smallDisk } from './cluster.ts';
import { slotsCopied, switchOver, synchronize } from './database.ts';
import { Users } from './observing.ts';
import { killPod } from './processes.ts';

// Faults and failovers of the stores.

let users: Users;
beforeAll(async () => {
  users = await Users.ofRun();
});

const inStores = (...args: string[]) => users.cluster.kubectl('--namespace', 'stores', ...args);

const isAllReady = async () => {
  const { status } = await users.cluster.get('statefulset', 'nats', '--namespace', 'stores');
  return status.readyReplicas === 3 && (await users.installation.isReady());
};

it('one of three NATS servers is killed', async (context) => {
  const kill = () => killPod(users.cluster, 'stores', 'nats-0', 'nats-server');
  await users.during(context, 'failover', 'one of three NATS servers killed', kill, isAllReady);
});

it('one of three NATS servers loses its disk', async (context) => {
  const { cluster } = users;
  const wipe = async () => {
    await inStores('delete', 'pod', 'nats-1', '--grace-period=0', '--force');
    rmSync(join(cluster.place.folder, 'data/nats/nats-1'), { recursive: true, force: true });
  };
  await users.during(
    context,
    'failover',
    'one of three NATS servers deleted with its disk',
    wipe,
    isAllReady,
  );
});

it('the disk of one of three NATS servers is full', async (context) => {
  const disk = smallDisk(users.cluster.place.folder);
  const what = 'disk of one of three NATS servers full for 30 s';
  const happens = async () => {
    await fill(disk);
    await sleep(30_000);
    rmSync(join(disk, 'filling'));
    rmSync(join(disk, 'rest'));
    // A server whose disk was full takes part again after a restart.
    await inStores('delete', 'pod', 'nats-2');
    await inStores('rollout', 'status', 'statefulset/nats', '--timeout=120s');
  };
  await users.during(context, 'failover', what, happens, isAllReady);
});

it('all NATS servers are down while the gateways are replaced', async (context) => {
  const { installation } = users;
  const what = 'every gateway replaced while NATS is gone';
  const happens = async () => {
    await inStores('scale', 'statefulset/nats', '--replicas=0');
    await inStores('wait', 'pod', '--selector', 'app=nats', '--for=delete', '--timeout=60s');
    await installation.restart('gateway');
    await sleep(40_000);
    await inStores('scale', 'statefulset/nats', '--replicas=3');
    await inStores('rollout', 'status', 'statefulset/nats', '--timeout=120s');
  };
  await users.during(context, 'failover', what, happens, isAllReady);
});

it('PostgreSQL changes its primary, cleanly and after a failure', async (context) => {
  const { cluster } = users;
  await slotsCopied(cluster, 'a');
  await users.during(context, 'failover', 'PostgreSQL: planned switchover', () =>
    switchOver(cluster, 'a', 'shut down'),
  );
  await synchronize(cluster, 'b');
  await slotsCopied(cluster, 'b');
  await users.during(context, 'failover', 'PostgreSQL: primary killed, standby promoted', () =>
    switchOver(cluster, 'b', 'killed'),
  );
  await until('everything is ready', isAllReady);
});

/** Takes all space of a disk, with two files. The file system needs a part of the space to describe the first file. */
async function fill(disk: string): Promise<void> {
  const { bavail, bsize } = statfsSync(disk);
  await run('fallocate', ['--length', String(bavail * bsize - 64 * 2 ** 20), join(disk, 'filling')]);
  const rest = openSync(join(disk, 'rest'), 'w');
  const block = Buffer.alloc(2 ** 20);
  const writeAll = () => {
    for (;;) writeSync(rest, block);
  };
  expect(writeAll).toThrow(/ENOSPC/);
  closeSync(rest);
}
