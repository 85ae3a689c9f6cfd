import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@parley/core';
import { until } from '@parley/test-kit';
import { beforeAll, describe, inject, it } from 'vitest';
import { startNode } from './cluster.ts';
import { Users } from './observing.ts';
import { killNode, killPod } from './processes.ts';

// Faults of pods and nodes.

let users: Users;
beforeAll(async () => {
  users = await Users.ofRun();
});

describe.each(serviceNames)('%s', (service) => {
  it('is killed', async (context) => {
    const [pod] = await users.installation.podsOf(service);
    await users.during(context, 'fault', `pod of ${service} killed`, () =>
      killPod(users.cluster, 'chat', pod!, 'node'),
    );
  });
});

it('a pod of every service is deleted without notice', async (context) => {
  await users.during(context, 'fault', 'a pod of every service deleted without notice', async () => {
    const pods = await Promise.all(serviceNames.map((service) => users.installation.podsOf(service)));
    const names = pods.map(([first]) => first!);
    await users.installation.kubectl('delete', 'pod', ...names, '--grace-period=0', '--force');
  });
});

it('a node is killed and started half a minute later', async (context) => {
  const { place, archives } = inject('prepared');
  await users.during(context, 'failover', 'node gone for 30 s', async () => {
    killNode('two');
    await sleep(30_000);
    await startNode(place, 'two', archives.services);
    await until('the node is ready again', async () => {
      const { status } = await users.cluster.get('node', 'two');
      return status.conditions.some(
        ({ type, status }: { type: string; status: string }) => type === 'Ready' && status === 'True',
      );
    });
  });
});
