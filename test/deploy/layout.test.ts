import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartDir, findHelm, oldestKubernetes } from './chart.ts';

// `helm upgrade` compares the layout with the Deployments of the cluster. An API server that knows only these takes the place of one.

const helm = findHelm();
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
  '/apis': list('APIGroupList', { groups: [{ name: 'apps', versions: [version], preferredVersion: version }] }),
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
