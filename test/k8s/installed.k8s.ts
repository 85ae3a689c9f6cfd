import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@parley/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../e2e/compose.ts';
import { Users } from './observing.ts';

// Properties of the new installation, before other tests change it.

let users: Users;
beforeAll(async () => {
  users = await Users.ofRun();
});

it('runs two replicas of every service on two nodes under the restricted standard, without restarts', async () => {
  const { items } = await users.cluster.get('pods', '--namespace', 'chat', '--selector', selector);
  const nodes = new Map<string, string[]>();
  for (const { metadata, spec, status } of items) {
    // The installation replaced the last release. Its last pod may still be stopping.
    if (metadata.deletionTimestamp) continue;
    const service = metadata.labels['app.kubernetes.io/component'];
    nodes.set(service, [...(nodes.get(service) ?? []), spec.nodeName].sort());
    expect([metadata.name, status.containerStatuses[0].restartCount]).toEqual([metadata.name, 0]);
  }
  expect(nodes.size).toBe(8);
  for (const [service, names] of nodes) expect([service, names]).toEqual([service, ['one', 'two']]);
});

it('passes the test of the chart, which runs the doctor', async () => {
  const output = await users.cluster.helm('test', 'parley', '--namespace', 'chat', '--logs');
  expect(output).toMatch(/Phase:\s+Succeeded/);
});

it('refuses a pod that runs as root', async () => {
  const run = users.cluster.kubectl('--namespace', 'chat', 'run', 'root', '--image', 'any');
  await expect(run).rejects.toThrow(/violates PodSecurity "restricted/);
});

describe('network policies', () => {
  it('let each service call the services that it needs, and no other', async () => {
    const targets = await Promise.all(
      Object.entries(services)
        .filter(([, { rpc }]) => rpc)
        .map(async ([name]) => [name, `${await addressOf(name)}:9000`] as const),
    );
    for (const [caller, { needs }] of Object.entries(services)) {
      const [pod] = await users.installation.podsOf(caller as ServiceName);
      const others = targets.filter(([name]) => name !== caller);
      const reached = await reachable(
        users.installation.kubectl.bind(users.installation),
        pod!,
        others.map(([, address]) => address),
      );
      const names = others.filter((_, index) => reached[index]).map(([name]) => name);
      expect([caller, names.sort()]).toEqual([caller, needs.toSorted()]);
    }
  });

  it('let a service reach its own stores, and no other', async () => {
    const { installation } = users;
    const stores = [
      'postgresql.stores.svc:5432',
      'objects.stores.svc:8333',
      'nats-0.nats-headless.stores.svc:4222',
    ];
    const from = async (service: ServiceName) => {
      const [pod] = await installation.podsOf(service);
      return reachable(installation.kubectl.bind(installation), pod!, stores);
    };
    expect(await from('upload')).toEqual([true, true, true]);
    expect(await from('channel')).toEqual([true, false, true]);
    expect(await from('gateway')).toEqual([false, false, true]);
  });

  it('let other namespaces reach the gateway, and no service behind it', async () => {
    const addresses = [`${await addressOf('gateway')}:8080`, `${await addressOf('messaging')}:9000`];
    const inStores = (...args: string[]) => users.cluster.kubectl('--namespace', 'stores', ...args);
    expect(await reachable(inStores, 'deploy/edge', addresses)).toEqual([true, false]);
  });
});

const { services } = parse(readFileSync(join(root, 'deploy/helm/parley/values.yaml'), 'utf8')) as {
  services: Record<string, { rpc?: boolean; needs: string[] }>;
};

/** Returns the address of a pod of the service. */
async function addressOf(service: string): Promise<string> {
  const [pod] = await users.installation.podsOf(service as ServiceName);
  const { status } = await users.cluster.get('pod', pod!, '--namespace', 'chat');
  return status.podIP;
}

/** Connects from a pod to each address (host:port). @returns whether each accepts the connection */
async function reachable(
  kubectl: (...args: string[]) => Promise<string>,
  pod: string,
  addresses: readonly string[],
): Promise<boolean[]> {
  const script = `for address in "$@"; do
    if (exec 3<>"/dev/tcp/\${address%:*}/\${address##*:}") 2>/dev/null; then echo yes; else echo no; fi
  done`;
  const output = await kubectl('exec', pod, '--', 'bash', '-c', script, 'bash', ...addresses);
  return output
    .trim()
    .split('\n')
    .map((line) => line === 'yes');
}

const selector = 'app.kubernetes.io/name=parley,app.kubernetes.io/component notin (migrate,doctor)';
