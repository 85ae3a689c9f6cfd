import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartDir, findHelm, oldestKubernetes, refusal, render } from './chart.ts';
import { serviceNames } from './known-env.ts';
import { manifestsOf, schemaProblems } from './schemas.ts';
import { connectsIn, type Manifests, required, type Workload, workloadsIn } from './workloads.ts';

const helm = findHelm();

describe.runIf(helm)('layouts', () => {
  const layouts: [string, string[]][] = [
    ['separate', []],
    ['combined', []],
    ['both', []],
    ['combined', ['event-queue']],
    ['combined', ['gateway']],
    ['combined', ['relay', 'notify', 'upload']],
    ['combined', serviceNames.filter((name) => name !== 'channel')],
  ];
  const rendered = (layout: string, apart: readonly string[] = []) =>
    manifestsOf(
      render(helm!, 'combined', [
        `layout=${layout}`,
        'postgresql.maxConnections=0',
        'mailIn.domain=chat.example',
        ...apart.map((name, index) => `combined.separate[${index}]=${name}`),
      ]),
    );

  it.each(layouts)(
    '%s with %j apart: every address leads to processes that may be called',
    (layout, apart) => {
      const manifests = rendered(layout, apart);
      expect(schemaProblems(manifests)).toEqual([]);
      connectsIn(manifests);
      const services = workloadsIn(manifests).flatMap((each) => each.services);
      const times = layout === 'both' ? 2 : 1;
      expect(services.toSorted()).toEqual(serviceNames.flatMap((name) => Array(times).fill(name)).toSorted());
    },
  );

  /** Returns the components of the Deployments that a Service leads to. */
  const reached = (manifests: Manifests, service: string) => {
    const { selector } = manifests.find(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === service,
    )!.spec;
    return workloadsIn(manifests)
      .filter(({ labels }) => Object.entries(selector).every(([key, label]) => labels[key] === label))
      .map(({ component }) => component)
      .toSorted();
  };

  it('on the way from one layout to the other, requests and polls reach the processes of both', () => {
    const both = rendered('both');
    expect(reached(both, 'parley-gateway')).toEqual(['gateway', 'parley']);
    expect(reached(both, 'parley-mail-in')).toEqual(['notify', 'parley']);
    // All gateways see the same replicas of event-queue: each queue is read at one of them.
    expect(reached(both, 'parley-event-queue')).toEqual(['event-queue', 'parley']);
    const addresses = workloadsIn(both).flatMap(({ env }) => env.get('PARLEY_EVENT_QUEUE_ADDRESSES') ?? []);
    expect([addresses.length, new Set(addresses).size]).toEqual([4, 1]);
  });

  it('a step between layouts keeps the addresses that running processes have', () => {
    const addressesIn = (manifests: Manifests) =>
      new Map(
        workloadsIn(manifests).flatMap(({ env }) => [...env].filter(([name]) => name.endsWith('_ADDRESSES'))),
      );
    for (const [from, to] of [
      [rendered('separate'), rendered('both')],
      [rendered('both'), rendered('combined')],
      [rendered('combined'), rendered('combined', ['event-queue'])],
      [rendered('combined', ['notify']), rendered('combined', ['notify', 'messaging'])],
    ] as const) {
      const later = addressesIn(to);
      for (const [name, address] of addressesIn(from))
        expect([name, later.get(name) ?? address]).toEqual([name, address]);
    }
    // Pods have the labels of the later layout in the earlier one, so that a changed selector finds them.
    for (const { services, labels } of workloadsIn(rendered('separate')))
      for (const service of services) expect(labels[`parley/runs-${service}`]).toBe('true');
  });

  it('services outlast their gateways when the Deployments of single services end together', () => {
    const waits = new Map(
      workloadsIn(rendered('both')).map(({ component, container }) => [
        component,
        container.lifecycle.preStop.sleep.seconds as number,
      ]),
    );
    // A gateway finishes its requests within 7 s, and its process ends within 10 s.
    for (const service of serviceNames)
      if (service !== 'gateway')
        expect(waits.get(service)! - waits.get('gateway')!).toBeGreaterThanOrEqual(10);
    for (const { pod, container } of workloadsIn(rendered('both')))
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
        container.lifecycle.preStop.sleep.seconds + 10,
      );
  });

  it('a process gets the variables of all of its services, and its own', () => {
    const settings = [
      'services.upload.env.PARLEY_MAX_UPLOAD_MIB=50',
      'combined.env.PARLEY_NOTIFY_IDLE_SECONDS=60',
    ];
    const [{ env }] = workloadsIn(manifestsOf(render(helm!, 'combined', settings))) as [Workload];
    expect(env.get('PARLEY_MAX_UPLOAD_MIB')).toBe('50');
    expect(env.get('PARLEY_NOTIFY_IDLE_SECONDS')).toBe('60');
    expect(env.get('NODE_OPTIONS')).toBe('--max-semi-space-size=8');
    const [names, unique] = [[...env.keys()], new Set(env.keys())];
    expect(names).toHaveLength(unique.size);
  });

  it('scales the Deployment of all services when that is asked for', () => {
    const manifests = manifestsOf(
      render(helm!, 'combined', ['combined.autoscaling.enabled=true', 'postgresql.maxConnections=0']),
    );
    const { spec } = manifests.find(({ kind }) => kind === 'HorizontalPodAutoscaler')!;
    expect(spec.scaleTargetRef.name).toBe('parley');
    expect(spec.metrics.length).toBeGreaterThan(1);
    expect(workloadsIn(manifests)[0]!.spec.replicas).toBeUndefined();
  });

  it('are refused where they make no sense', () => {
    const with_ = (...settings: string[]) => refusal(helm!, [...required, ...settings]);
    expect(with_('layout=alone')).toContain('layout');
    expect(with_('combined.separate[0]=relay')).toContain(
      'combined.separate counts only with layout: combined',
    );
    expect(with_('layout=combined', 'combined.separate[0]=cathedral')).toContain('combined');
    const all = serviceNames.map((name, index) => `combined.separate[${index}]=${name}`);
    expect(with_('layout=combined', ...all)).toContain('must leave services');
  });
});

// `helm upgrade` compares the layout with the Deployments of the cluster. An API server that knows only these takes the place of one.

/** The Deployments of the cluster by name, each with the labels of its pods. */
let deployments: Record<string, Record<string, string>> = {};

const list = (kind: string, more: object) => ({ kind, apiVersion: 'v1', ...more });
const apps = {
  ...list('APIResourceList', { groupVersion: 'apps/v1' }),
  resources: [
    { name: 'deployments', singularName: 'deployment', namespaced: true, kind: 'Deployment', verbs: ['get'] },
  ],
};
const version = { groupVersion: 'apps/v1', version: 'v1' };
const answers: Record<string, object> = {
  '/version': { major: '1', minor: '34', gitVersion: 'v1.34.4' },
  '/api': list('APIVersions', { versions: ['v1'] }),
  '/api/v1': list('APIResourceList', { groupVersion: 'v1', resources: [] }),
  '/apis': list('APIGroupList', {
    groups: [{ name: 'apps', versions: [version], preferredVersion: version }],
  }),
  '/apis/apps/v1': apps,
};

const server = createServer((request, response) => {
  const [path] = request.url!.split('?');
  const name = /^\/apis\/apps\/v1\/namespaces\/chat\/deployments\/(.*)$/.exec(path!)?.[1];
  const labels = name === undefined ? undefined : deployments[name];
  const found = labels
    ? {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name, namespace: 'chat' },
        spec: { template: { metadata: { labels } } },
      }
    : answers[path!];
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
  const missing = list('Status', { status: 'Failure', reason: 'NotFound', code: 404 });
  response.end(JSON.stringify(found ?? missing));
});
const folder = mkdtempSync(join(tmpdir(), 'parley-layout-'));
const kubeconfig = join(folder, 'kubeconfig');

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const config = {
    ...list('Config', { 'current-context': 'a' }),
    clusters: [{ name: 'a', cluster: { server: `http://127.0.0.1:${port}` } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    users: [{ name: 'a', user: {} }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Returns why helm refuses to upgrade to a layout; undefined when it does not. */
async function refusalOf(layout: string, ...settings: string[]): Promise<string | undefined> {
  const child = spawn(helm!, [
    ...['template', 'parley', chartDir, '--namespace', 'chat', '--is-upgrade', '--dry-run=server'],
    ...['--kube-version', oldestKubernetes],
    ...['--kubeconfig', kubeconfig, '--values', join(chartDir, 'examples/values-combined.yaml')],
    ...['--set', `layout=${layout}`, '--set', 'postgresql.maxConnections=0'],
    ...settings.flatMap((setting) => ['--set', setting]),
  ]);
  child.stdout.resume();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  return code === 0 ? undefined : said;
}

const labelsOf = (component: string, isOfThisRelease = true) => ({
  'app.kubernetes.io/component': component,
  ...(isOfThisRelease && { 'parley/runs-gateway': 'true' }),
});
const separate = { 'parley-gateway': labelsOf('gateway') };
const combined = { parley: labelsOf('parley') };

describe.runIf(helm)('an upgrade to another layout', () => {
  it.each([
    ['a new installation', {}, ['separate', 'combined', 'both']],
    ['separate', separate, ['separate', 'both']],
    ['both', { ...separate, ...combined }, ['separate', 'both', 'combined']],
    ['combined', combined, ['both', 'combined']],
    ['release 0.1.0', { 'parley-gateway': labelsOf('gateway', false) }, ['separate']],
  ])('from %s leaves gateways that serve', async (_, found, permitted) => {
    deployments = found;
    const allowed: string[] = [];
    for (const layout of ['separate', 'combined', 'both']) {
      const refusal = await refusalOf(layout);
      if (refusal === undefined) allowed.push(layout);
      else expect(refusal).toMatch(/layout: (both|separate) first/);
    }
    expect(allowed.toSorted()).toEqual([...permitted].toSorted());
  });

  it('gives the gateway a Deployment of its own in two steps, too', async () => {
    deployments = combined;
    expect(await refusalOf('combined', 'combined.separate[0]=event-queue')).toBeUndefined();
    expect(await refusalOf('combined', 'combined.separate[0]=gateway')).toContain('no gateway would stay');
    deployments = { ...separate, ...combined };
    expect(await refusalOf('combined', 'combined.separate[0]=gateway')).toBeUndefined();
  });
});
