import { until } from '@parley/test-kit';
import { beforeAll, expect, it } from 'vitest';
import { certificate, secret } from './installation.ts';
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

it('another certificate is taken without a restart', async (context) => {
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

it('calls between services lose TLS and get it again in steps', async (context) => {
  const { installation } = users;
  for (const mode of ['preferred', 'accepted', 'preferred', 'required']) {
    await users.during(context, 'change', `TLS between services: \`${mode}\``, () =>
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

it('a node is drained', async (context) => {
  const { cluster } = users;
  await users.during(context, 'change', 'node drained', async () => {
    await cluster.kubectl('drain', 'two', '--delete-emptydir-data', '--ignore-daemonsets', '--timeout=300s');
  });
  await cluster.kubectl('uncordon', 'two');
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
async function expiry({ cluster }: Users): Promise<number> {
  const { items } = await cluster.get(
    'pods',
    '--namespace',
    'chat',
    '--field-selector',
    'status.phase=Running',
  );
  const times: number[] = [];
  for (const { status } of items) {
    const page = await (await fetch(`http://${status.podIP}:9100/metrics`)).text();
    const value = /^parley_tls_certificate_expires_seconds\{.*own.*\} (\S+)/m.exec(page)?.[1];
    if (value !== undefined) times.push(Number(value));
  }
  return Math.min(...times);
}
