import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { serviceNames } from '@parley/core';
import { freePort, isAlive } from '@parley/embedded';
import { eventually } from '@parley/test-servers';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { createLauncher, type Launcher, type LauncherConfig, readConfig } from '../src/index.ts';
import { fakeService } from './fake-service.ts';
import { temporaryFolder } from './support.ts';

const started: Launcher[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((launcher) => launcher.stop()));
});

type Run = { launcher: Launcher; config: LauncherConfig; shown: () => string; seeds: () => number };

function prepare(config: LauncherConfig, entry = fakeService): Run {
  let shown = '';
  let seeds = 0;
  const launcher = createLauncher({
    config,
    entryOf: () => entry,
    seed: async () => {
      seeds += 1;
    },
    hint: async () => 'Open the link.',
    output: {
      write: (text) => {
        shown += text;
      },
    },
  });
  started.push(launcher);
  return { launcher, config, shown: () => shown, seeds: () => seeds };
}

async function configure(env: NodeJS.ProcessEnv = {}): Promise<LauncherConfig> {
  const projectRoot = temporaryFolder();
  const config = readConfig({ PARLEY_PORT: String(await freePort()), PARLEY_LAYOUT: 'separate', ...env });
  return { ...config, projectRoot, dataDir: join(projectRoot, 'data') };
}

const listed = ({ config }: Run): { service: string; replica: number; pid: number }[] =>
  JSON.parse(readFileSync(join(config.dataDir, 'processes.json'), 'utf8'));

const pidOf = (run: Run, service: string, replica = 1) =>
  listed(run).find((each) => each.service === service && each.replica === replica)?.pid;

it('starts all processes, restarts those that end, keeps the list of processes up to date, and stops them', async () => {
  const run = prepare(await configure({ PARLEY_REPLICAS: 'gateway=2,messaging=2' }));
  await run.launcher.start();
  expect(listed(run).map(({ service, replica }) => `${service}-${replica}`)).toEqual(
    [
      ...serviceNames.map((name) => `${name}-1`),
      'gateway-2',
      'messaging-2',
      'nats-1',
      'postgresql-1',
    ].toSorted(),
  );
  expect(run.shown()).toContain(`Parley is ready at ${run.launcher.url}\nDemo logins`);
  expect(run.seeds()).toBe(1);

  for (const service of ['messaging', 'nats', 'postgresql']) {
    const before = pidOf(run, service)!;
    process.kill(before, 'SIGKILL');
    const after = await eventually(() => {
      const pid = pidOf(run, service);
      return pid !== before && pid;
    });
    expect(isAlive(after)).toBe(true);
  }

  const asked = async () => Number(await (await fetch(run.launcher.url)).text());
  expect([pidOf(run, 'gateway', 1), pidOf(run, 'gateway', 2)]).toContain(await asked());

  const pids = listed(run).map(({ pid }) => pid);
  await run.launcher.stop();
  expect(pids.filter(isAlive)).toEqual([]);
  expect(listed(run)).toEqual([]);
  expect(readFileSync(join(run.config.dataDir, 'logs/messaging-2.log'), 'utf8')).toContain('"msg":"ready"');

  const again = prepare(run.config);
  await again.launcher.start();
  expect(again.shown()).not.toContain('Creating the PostgreSQL data directory');
  expect(again.shown()).not.toContain('Migrating');
});

it('runs all services in one process, with log lines by service, unless replicas or the layout ask for others', async () => {
  const run = prepare(await configure({ PARLEY_LAYOUT: 'combined' }));
  await run.launcher.start();
  expect(listed(run).map(({ service }) => service)).toEqual(['nats', 'parley', 'postgresql']);
  expect(run.shown()).toContain('Starting all services in one process');
  expect(run.shown()).toMatch(/ messaging +INFO {2}ready/);
  expect(Number(await (await fetch(run.launcher.url)).text())).toBe(pidOf(run, 'parley'));

  const before = pidOf(run, 'parley')!;
  process.kill(before, 'SIGKILL');
  await eventually(() => {
    const pid = pidOf(run, 'parley');
    return pid !== undefined && pid !== before;
  });
  await run.launcher.stop();
  expect(listed(run)).toEqual([]);
  expect(readFileSync(join(run.config.dataDir, 'logs/parley-1.log'), 'utf8')).toContain('"msg":"ready"');
});

it('does not seed when the first owner is to create the organization, and prints how to do that', async () => {
  const run = prepare(await configure({ PARLEY_SEED: 'none' }));
  await run.launcher.start();
  expect(run.shown()).toContain(`Parley is ready at ${run.launcher.url}\nOpen the link.`);
  expect(run.seeds()).toBe(0);
});

it.each(['demo', 'owner', 'none'])(
  'gives a way in when passwords are off and the seed is %s',
  async (seed) => {
    const file = join(temporaryFolder(), 'sign-in.json');
    const company = { id: 'company', name: 'Company', issuer: 'https://id.example.com', clientId: 'parley' };
    writeFileSync(file, JSON.stringify({ password: false, oidc: [{ ...company, clientSecret: 'secret' }] }));
    const run = prepare(await configure({ PARLEY_SEED: seed, PARLEY_SIGN_IN_FILE: file }));
    await run.launcher.start();
    expect(run.seeds()).toBe(0);
    expect(run.shown()).toContain('\nOpen the link.');
    expect(run.shown()).not.toContain('Demo logins');
    expect(run.shown().includes('switches passwords off')).toBe(seed !== 'none');
  },
);

it('uses the operator’s servers instead of its own', async () => {
  const own = prepare(await configure());
  await own.launcher.start();
  const secrets = JSON.parse(readFileSync(join(own.config.dataDir, 'secrets.json'), 'utf8'));
  const natsConfig = readFileSync(join(own.config.dataDir, 'nats/nats.conf'), 'utf8');
  const postgresConfig = readFileSync(join(own.config.dataDir, 'postgresql/parley.conf'), 'utf8');
  const database = `127.0.0.1:${/port = '(\d+)'/.exec(postgresConfig)?.[1]}/parley`;
  const natsPort = /listen: "127\.0\.0\.1:(\d+)"/.exec(natsConfig)?.[1];

  const guest = prepare({
    ...(await configure()),
    databaseUrl: `postgres://parley_admin:${secrets.adminPassword}@${database}`,
    natsUrl: `nats://${secrets.natsToken}@127.0.0.1:${natsPort}`,
  });
  await guest.launcher.start();
  expect(listed(guest).map(({ service }) => service)).not.toContain('postgresql');
  expect(listed(guest).map(({ service }) => service)).not.toContain('nats');
  await guest.launcher.stop();

  const wrong = prepare({
    ...(await configure()),
    databaseUrl: `postgres://parley_relay:wrong@${database}`,
    natsUrl: guest.config.natsUrl,
  });
  await expect(wrong.launcher.start()).rejects.toThrow(
    /The PostgreSQL of PARLEY_DATABASE_URL .* refuses the connection/,
  );
});

it('refuses a port that is in use before it starts anything', async () => {
  const config = await configure();
  const portHolder = createServer();
  await new Promise<void>((done) => portHolder.listen(config.port, '127.0.0.1', done));
  const run = prepare(config);
  await expect(run.launcher.start()).rejects.toThrow(`Port ${config.port} is taken by another program`);
  expect(existsSync(config.dataDir)).toBe(false);
  await new Promise((done) => portHolder.close(done));
});

it('leaves nothing running when a service does not start', async () => {
  process.env.FAKE_BROKEN = 'yes';
  onTestFinished(() => {
    delete process.env.FAKE_BROKEN;
  });
  const run = prepare(await configure());
  await expect(run.launcher.start()).rejects.toThrow(/-1 does not start: no moon tonight/);
  expect(listed(run)).toEqual([]);
  expect(run.launcher.processes()).toEqual([]);
});

it('can be stopped during its start', async () => {
  const run = prepare(await configure());
  const starting = run.launcher.start().catch((error: Error) => error.name);
  await eventually(() => run.shown().includes('Starting'));
  await run.launcher.stop();
  expect(await starting).toBe('StoppedError');
  expect(listed(run)).toEqual([]);
});
