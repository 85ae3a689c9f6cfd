import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadProcessConfig } from '../../deploy/parley/src/config.ts';
import { readCompose } from '../e2e/compose.ts';
import { examples, readFixture } from './chart.ts';
import { repository, serviceNames } from './known-env.ts';
import { type Manifest, manifestsOf } from './schemas.ts';

// Passes the variables of the chart and of the compose file to the programs' configuration loaders. So a missing or invalid
// setting fails this test instead of a process at its start.

type Env = Record<string, string | undefined>;

const secret = 'x'.repeat(64);

/**
 * Loads a program's configuration from an environment, as the program does at its start.
 * @throws ConfigError with a list of all invalid values
 */
async function start(program: string, env: Env): Promise<object> {
  const folder = ['migrate', 'doctor'].includes(program) ? 'deploy' : 'services';
  const config = await import(join(repository, folder, program, 'src/config.ts'));
  const read = config.loadServiceConfig ?? config.loadMigrateConfig ?? config.loadDoctorConfig;
  return read(env);
}

/** Returns the environment variables that the image sets. */
const imageEnv = (): Env => {
  const dockerfile = readFileSync(join(repository, 'deploy/images/Dockerfile'), 'utf8');
  const stage = dockerfile.split(/^FROM /m).find((text) => text.startsWith('scratch AS parley\n'))!;
  return Object.fromEntries(
    [...stage.matchAll(/\b(PARLEY_[A-Z0-9_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
  );
};

/** Loads the configurations of a process and of all of its services. Returns the names of the services. */
async function startProcess(env: Env): Promise<readonly string[]> {
  const { services, env: filled } = loadProcessConfig({ ...imageEnv(), ...env });
  for (const service of services) expect(await start(service, filled)).toBeTypeOf('object');
  return services;
}

type Variable = { name: string; value?: string; valueFrom?: object };

/** Returns the variables of a pod as Kubernetes sets them: `$(NAME)` is the value of an earlier variable. */
function podEnv({ spec }: Manifest): Env {
  const env: Env = {};
  for (const { name, value, valueFrom } of (spec.template?.spec ?? spec).containers[0].env as Variable[])
    env[name] = valueFrom
      ? secret
      : value?.replaceAll(/\$\(([A-Z_]+)\)/g, (_, other: string) => env[other] ?? `$(${other})`);
  expect(Object.entries(env).filter(([, value]) => value?.includes('$('))).toEqual([]);
  return env;
}

describe.each(examples)('the chart with the values of %s', (example) => {
  const pods = manifestsOf(readFixture(example).manifests).filter(({ kind }) =>
    ['Deployment', 'Job', 'Pod'].includes(kind),
  );
  const deployments = pods.filter(({ kind }) => kind === 'Deployment');

  it('runs every service in one of its Deployments, with its required settings', async () => {
    const services = await Promise.all(deployments.map((each) => startProcess(podEnv(each))));
    expect(services.flat().toSorted()).toEqual(serviceNames.toSorted());
  });

  it.each(['migrate', 'doctor'])('gives %s its required settings', async (program) => {
    const pod = pods.find(({ metadata }) => metadata.name === `parley-${program}`)!;
    await expect(start(program, { ...imageEnv(), ...podEnv(pod) })).resolves.toBeTypeOf('object');
  });
});

describe('the compose file', () => {
  const example = readFileSync(join(repository, 'deploy/compose/.env.example'), 'utf8');
  const given = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value || (name === 'PARLEY_OUTER_PROXIES' ? '' : secret),
  ]);
  const compose = readCompose(Object.fromEntries(given));

  it('has every setting in .env.example', () => {
    const files = ['compose.yaml', 'mail-in.yaml'];
    const text = files
      .map((file) => readFileSync(join(repository, 'deploy/compose', file), 'utf8'))
      .join('\n');
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
    const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
    expect(named.toSorted()).toEqual([...asked].toSorted());
  });

  it('gives the process the required settings of all services', async () => {
    const services = await startProcess(compose.get('parley')!.environment);
    expect(services.toSorted()).toEqual(serviceNames.toSorted());
  });

  it.each(['migrate', 'doctor'])('gives %s its required settings', async (program) => {
    const env = { ...imageEnv(), ...compose.get(program)!.environment };
    await expect(start(program, env)).resolves.toBeTypeOf('object');
  });
});

it('lists the same services everywhere: as folders, in the launcher, the chart and the tests', async () => {
  const folders = globSync('services/*/package.json', { cwd: repository }).map((file) => file.split('/')[1]!);
  const services = serviceNames.toSorted();
  expect(folders.toSorted()).toEqual(services);
  const values = parse(readFileSync(join(repository, 'deploy/helm/parley/values.yaml'), 'utf8'));
  expect(Object.keys(values.services).toSorted()).toEqual(services);
});

it('a missing setting makes this test fail', async () => {
  expect(() => readCompose({})).toThrow(/^PARLEY_\w+: set it in \.env$/);
  await expect(start('event-queue', { PARLEY_RPC_SECRET: secret })).rejects.toThrow();
  const withoutPeople = {
    PARLEY_RPC_SECRET: secret,
    PARLEY_NATS_URL: 'nats://nats:4222',
    PARLEY_USER_ADMIN_ADDRESSES: undefined,
  };
  await expect(start('event-queue', withoutPeople)).rejects.toThrow('PARLEY_USER_ADMIN_ADDRESSES');
});
