import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readCompose } from '../e2e/compose.ts';
import { examples, readFixture } from './chart.ts';
import { repository, serviceNames } from './known-env.ts';
import { manifestsOf } from './schemas.ts';

// Passes the variables of the chart and of the compose file to the programs' configuration loaders. So a missing or invalid
// setting fails this test instead of a process at its start.

type Env = Record<string, string | undefined>;

const secret = 'x'.repeat(64);
const programs = [...serviceNames, 'migrate', 'doctor'];

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

/** Returns the environment variables that the image of a program sets. */
const imageEnv = (program: string): Env => {
  const dockerfile = readFileSync(join(repository, 'deploy/images/Dockerfile'), 'utf8');
  const stage = dockerfile.split(/^FROM /m).find((text) => text.startsWith(`run AS ${program}\n`))!;
  return Object.fromEntries(
    [...stage.matchAll(/\b(PARLEY_[A-Z0-9_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
  );
};

describe.each(examples)('the chart with the values of %s', (example) => {
  const pods = manifestsOf(readFixture(example).manifests).filter(({ kind }) =>
    ['Deployment', 'Job', 'Pod'].includes(kind),
  );

  it.each(programs)('gives %s its required settings', async (program) => {
    const { spec } = pods.find(({ metadata }) => metadata.name === `parley-${program}`)!;
    const env: Env = imageEnv(program);
    type Variable = { name: string; value?: string; valueFrom?: object };
    for (const { name, value, valueFrom } of (spec.template?.spec ?? spec).containers[0].env as Variable[]) {
      // Expands `$(NAME)` to the value of an earlier variable, as Kubernetes does.
      env[name] = valueFrom
        ? secret
        : value?.replaceAll(/\$\(([A-Z_]+)\)/g, (_, other: string) => env[other] ?? `$(${other})`);
    }
    expect(Object.entries(env).filter(([, value]) => value?.includes('$('))).toEqual([]);
    await expect(start(program, env)).resolves.toBeTypeOf('object');
  });
});

describe('the compose file', () => {
  const example = readFileSync(join(repository, 'deploy/compose/.env.example'), 'utf8');
  const given = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value || (name === 'PARLEY_OUTER_PROXIES' ? '' : secret),
  ]);
  const services = readCompose(Object.fromEntries(given));

  it('has every setting in .env.example', () => {
    const files = ['compose.yaml', 'mail-in.yaml'];
    const text = files
      .map((file) => readFileSync(join(repository, 'deploy/compose', file), 'utf8'))
      .join('\n');
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
    const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
    expect(named.toSorted()).toEqual([...asked].toSorted());
  });

  it.each(programs)('gives %s its required settings', async (program) => {
    const env = { ...imageEnv(program), ...services.get(program)!.environment };
    await expect(start(program, env)).resolves.toBeTypeOf('object');
  });
});

it('lists the same services everywhere: as folders, in the launcher, the chart, the compose file and the tests', async () => {
  const folders = globSync('services/*/package.json', { cwd: repository }).map((file) => file.split('/')[1]!);
  const services = serviceNames.toSorted();
  expect(folders.toSorted()).toEqual(services);
  const values = parse(readFileSync(join(repository, 'deploy/helm/parley/values.yaml'), 'utf8'));
  expect(Object.keys(values.services).toSorted()).toEqual(services);
  const compose = parse(readFileSync(join(repository, 'deploy/compose/compose.yaml'), 'utf8'));
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining([...services]));
});

it('a missing setting makes this test fail', async () => {
  expect(() => readCompose({})).toThrow('PARLEY_PUBLIC_URL: set it in .env');
  await expect(start('event-queue', { PARLEY_RPC_SECRET: secret })).rejects.toThrow();
  const withoutPeople = {
    PARLEY_RPC_SECRET: secret,
    PARLEY_NATS_URL: 'nats://nats:4222',
    PARLEY_USER_ADMIN_ADDRESSES: undefined,
  };
  await expect(start('event-queue', withoutPeople)).rejects.toThrow('PARLEY_USER_ADMIN_ADDRESSES');
});
