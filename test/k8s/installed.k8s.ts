import { beforeAll, expect, it } from 'vitest';
import { Users } from './observing.ts';

// What the installation leaves behind, before anything is done to it.

let users: Users;
beforeAll(async () => {
  users = await Users.ofRun();
});

it('runs two replicas of every service on two nodes under the restricted standard, without restarts', async () => {
  const { items } = await users.cluster.get('pods', '--namespace', 'chat', '--selector', selector);
  const nodes = new Map<string, string[]>();
  for (const { metadata, spec, status } of items) {
    const service = metadata.labels['app.kubernetes.io/component'];
    nodes.set(service, [...(nodes.get(service) ?? []), spec.nodeName].sort());
    expect([metadata.name, status.containerStatuses[0].restartCount]).toEqual([metadata.name, 0]);
  }
  expect(nodes.size).toBe(8);
  for (const [service, names] of nodes) expect([service, names]).toEqual([service, ['one', 'two']]);
});

it('passes the doctor, which says what it found', async () => {
  const output = await users.cluster.helm('test', 'parley', '--namespace', 'chat', '--logs');
  expect(output).toMatch(/Phase:\s+Succeeded/);
});

it('refuses a pod that runs as root', async () => {
  const run = users.cluster.kubectl('--namespace', 'chat', 'run', 'root', '--image', 'any');
  await expect(run).rejects.toThrow(/violates PodSecurity "restricted/);
});

const selector = 'app.kubernetes.io/name=parley,app.kubernetes.io/component notin (migrate,doctor)';
