import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@parley/core';
import { until } from '@parley/test-kit';
import { beforeAll, expect, it } from 'vitest';
import { lastRelease } from '../releases.ts';
import { certificate, secret } from './installation.ts';
import { readMetrics } from './metrics.ts';
import { Users } from './observing.ts';

// Changes that operators plan: no request fails.

let users: Users;
beforeAll(async () => {
  users = await Users.ofRun();
});

it('every Deployment is restarted at the same time', async (context) => {
  await users.during(context, 'change', 'every Deployment restarted at the same time', () =>
    users.installation.restartAll(),
  );
});

it('a replaced certificate is loaded without a restart', async (context) => {
  const { cluster, installation } = users;
  const pods = async () =>
    JSON.stringify((await cluster.get('pods', '--namespace', 'chat')).items.map(restarts));
  const before = await pods();
  const old = await expiry(users);
  await users.during(context, 'change', 'certificate between services rotated', async () => {
    await cluster.apply(await certificate(cluster));
    await until('every service has the other certificate', async () => (await expiry(users)) > old, 180_000);
  });
  expect(await pods()).toBe(before);
  expect(await installation.isReady()).toBe(true);
});

it('the release is upgraded and rolled back', async (context) => {
  const { installation } = users;
  await users.during(context, 'change', 'helm upgrade with changed values', () =>
    installation.upgrade('--set', 'podAnnotations.changed=yes'),
  );
  await users.during(context, 'change', 'helm rollback', () => installation.rollback());
});

it('the last release is upgraded and rolled back', async (context) => {
  const { installation } = users;
  const { version } = lastRelease;
  await users.during(context, 'change', `helm rollback to release ${version}`, () =>
    installation.rollback('1'),
  );
  await users.during(context, 'change', `helm upgrade from release ${version}`, () => installation.upgrade());
});

it('calls between services switch from TLS to plain connections and back in steps', async (context) => {
  const { installation } = users;
  const modes = ['required', 'preferred', 'accepted', 'preferred', 'required'];
  for (const [index, mode] of modes.slice(1).entries()) {
    await users.during(context, 'change', `TLS between services: \`${modes[index]}\` to \`${mode}\``, () =>
      installation.upgrade('--set', `rpcTlsMode=${mode}`),
    );
  }
});

it('services are scaled out and in', async (context) => {
  const { installation } = users;
  const scale = (replicas: number) => async () => {
    const names = ['gateway', 'messaging', 'event-queue'].map((name) => `deployment/parley-${name}`);
    await installation.kubectl('scale', ...names, `--replicas=${replicas}`);
    await until('the pods are there', () => installation.isReady(), 180_000);
  };
  await users.during(context, 'change', 'gateway, messaging and event-queue scaled from 2 to 4', scale(4));
  await users.during(context, 'change', 'gateway, messaging and event-queue scaled from 4 to 2', scale(2));
});

it('the layout changes from a Deployment for each service to one for all, and back', async (context) => {
  const { installation } = users;
  // The pods of all layouts have this label. The former selector has only those of single services.
  const balance = (selector: object) =>
    installation.kubectl(
      'patch',
      'service',
      'gateway-pods',
      '--type=json',
      '--patch',
      JSON.stringify([{ op: 'replace', path: '/spec/selector', value: selector }]),
    );
  await balance({ 'parley/runs-gateway': 'true' });
  // PostgreSQL accepts 200 connections.
  const few = ['messaging', 'channel', 'user-admin', 'upload', 'notify'].flatMap((service) => [
    ...['--set', `services.${service}.databaseConnections=5`],
  ]);
  const layouts = ['separate', 'both', 'combined', 'both', 'separate'];
  for (const [index, layout] of layouts.slice(1).entries()) {
    await users.during(context, 'change', `layout \`${layouts[index]}\` to \`${layout}\``, () =>
      installation.upgrade(...few, '--set', `layout=${layout},combined.databaseConnections=20`),
    );
  }
  await balance({ 'app.kubernetes.io/component': 'gateway' });
  await installation.upgrade();
});

it('a node is drained', async (context) => {
  const { cluster } = users;
  await users.during(context, 'change', 'node drained', async () => {
    await cluster.kubectl('drain', 'two', '--delete-emptydir-data', '--ignore-daemonsets', '--timeout=300s');
  });
  await cluster.kubectl('uncordon', 'two');
});

it('all pods are evicted as soon as the disruption budgets permit it', async (context) => {
  const { installation } = users;
  let refusals = 0;
  const evict = async (pod: string) => {
    while (!(await installation.evict(pod))) {
      refusals++;
      await sleep(1_000);
    }
  };
  await users.during(context, 'change', 'every pod evicted, as the disruption budgets permit', async () => {
    const pods = await Promise.all(serviceNames.map((service) => installation.podsOf(service)));
    await Promise.all(pods.flat().map(evict));
    await until('the pods are there', () => installation.isReady(), 180_000);
  });
  expect(refusals).toBeGreaterThan(0);
});

it('the secret between services is changed in steps', async (context) => {
  const { cluster, installation } = users;
  const first = 'e2e-rpc-secret-e2e-rpc-secret';
  const second = 'another-rpc-secret-another-rpc-secret';
  const steps: Record<string, string>[] = [
    { PARLEY_RPC_SECRET: first, PARLEY_RPC_SECRET_ALSO: second },
    { PARLEY_RPC_SECRET: second, PARLEY_RPC_SECRET_ALSO: first },
    { PARLEY_RPC_SECRET: second, PARLEY_RPC_SECRET_ALSO: '' },
  ];
  for (const [index, step] of steps.entries()) {
    await users.during(
      context,
      'change',
      `secret between services changed, step ${index + 1} of 3`,
      async () => {
        await cluster.apply(secret(step));
        await installation.restartAll();
      },
    );
  }
});

// biome-ignore lint/suspicious/noExplicitAny: an object of Kubernetes
const restarts = ({ metadata, status }: any) => [metadata.name, status.containerStatuses[0].restartCount];

/** Returns the earliest expiry of the certificates in use, in seconds since the Unix epoch. */
async function expiry({ installation }: Users): Promise<number> {
  const pods = await Promise.all(serviceNames.map((service) => installation.podsOf(service)));
  const pages = await Promise.all(pods.flat().map((pod) => readMetrics(installation, pod)));
  const values = pages.map(
    (page) => /^parley_tls_certificate_expires_seconds\{.*own.*\} (\S+)/m.exec(page)?.[1],
  );
  return Math.min(...values.filter((value) => value !== undefined).map(Number));
}
