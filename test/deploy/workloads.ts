import { expect } from 'vitest';
import type { manifestsOf } from './schemas.ts';

// The Deployments among the chart's manifests, and the connections between them.

export type Rule = { ports: { port: string | number }[]; to?: object[] };

export type Manifests = ReturnType<typeof manifestsOf>;
export type EnvVariable = { name: string; value?: string; valueFrom?: object };

/** Returns the Deployments, with their components, variables, and the services that their processes run. */
export const workloadsIn = (manifests: Manifests) =>
  manifests
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata, spec }) => {
      const pod = spec.template.spec;
      const variables: EnvVariable[] = pod.containers[0].env;
      const env = new Map(variables.map(({ name, value }) => [name, value]));
      const labels: Record<string, string> = spec.template.metadata.labels;
      return {
        name: metadata.name,
        component: labels['app.kubernetes.io/component']!,
        labels,
        spec,
        pod,
        container: pod.containers[0],
        variables,
        env,
        services: env.get('PARLEY_SERVICES')!.split(','),
      };
    });
export type Workload = ReturnType<typeof workloadsIn>[number];

/** Values that every installation must set. */
export const required = [
  'publicUrl=https://chat.example.com',
  'postgresql.host=db',
  'nats.url=nats://nats:4222',
  'objects.endpoint=https://s3.example.com',
  'ingress.host=chat.example.com',
  'trustedProxies=10.42.0.0/24',
];

type Peer = { podSelector?: { matchLabels?: Record<string, string> } };
type PolicyRule = { ports: { port: string | number }[]; from?: Peer[]; to?: Peer[] };

const componentsOf = (peers: readonly Peer[] = []): string[] =>
  peers.flatMap(({ podSelector }) => podSelector?.matchLabels?.['app.kubernetes.io/component'] ?? []);

/**
 * Checks each address of a service in the variables of the Deployments: its Service selects processes that run the service and listen at
 * the port, and the network policies of both sides permit the connection. No other connection is permitted.
 */
export function connectsIn(manifests: Manifests): void {
  const workloads = workloadsIn(manifests);
  const find = (kind: string, name: string) =>
    manifests.find((each) => each.kind === kind && each.metadata.name === name)!.spec;
  const portOf = ({ container }: Workload, port: string | number): number =>
    container.ports.find(({ name }: { name: string }) => name === port)?.containerPort ?? Number(port);
  /** Connections that variables need, as `caller → called:port`. */
  const needed = new Set<string>();
  for (const caller of workloads) {
    for (const [variable, value = ''] of caller.env) {
      const [, address, port] = /^dns:\/\/\/([\w-]+)\.chat\.svc:(\d+)$/.exec(value ?? '') ?? [];
      if (!variable.endsWith('_ADDRESSES')) continue;
      const service = variable
        .slice('PARLEY_'.length, -'_ADDRESSES'.length)
        .toLowerCase()
        .replaceAll('_', '-');
      const { selector, ports } = find('Service', address!);
      const called = workloads.filter(({ labels }) =>
        Object.entries(selector).every(([key, label]) => labels[key] === label),
      );
      expect([variable, called.length > 0]).toEqual([variable, true]);
      expect(ports.map((each: { port: number }) => each.port)).toContain(Number(port));
      for (const each of called) {
        expect([each.name, each.services]).toEqual([each.name, expect.arrayContaining([service])]);
        expect(each.env.get(`${variable.slice(0, -'_ADDRESSES'.length)}_RPC_PORT`)).toBe(port);
        needed.add(`${caller.component} → ${each.component}:${port}`);
      }
    }
  }
  const permitted = (direction: 'ingress' | 'egress') =>
    workloads.flatMap((own) =>
      find('NetworkPolicy', own.name)[direction].flatMap((rule: PolicyRule) =>
        componentsOf(rule[direction === 'ingress' ? 'from' : 'to']?.filter(isOfParley)).map((other) => {
          const [caller, called] = direction === 'ingress' ? [other, own.component] : [own.component, other];
          const target = workloads.find(({ component }) => component === called)!;
          return `${caller} → ${called}:${portOf(target, rule.ports[0]!.port)}`;
        }),
      ),
    );
  expect(needed.size).toBeGreaterThan(0);
  expect(permitted('ingress').toSorted()).toEqual([...needed].toSorted());
  expect(permitted('egress').toSorted()).toEqual([...needed].toSorted());
  // A port for calls that nobody else has an address of is open in the container only.
  for (const { name, env, component } of workloads)
    for (const [variable, port] of env)
      if (
        variable.endsWith('_RPC_PORT') &&
        ![...needed].some((each) => each.endsWith(` → ${component}:${port}`))
      )
        expect([name, env.get(variable.replace('_PORT', '_HOST'))]).toEqual([name, '127.0.0.1']);
}

const isOfParley = (peer: Peer): boolean =>
  peer.podSelector?.matchLabels?.['app.kubernetes.io/name'] === 'parley';
