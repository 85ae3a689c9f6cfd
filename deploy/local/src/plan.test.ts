import { envNameOf, type SchemaOwner, schemaOwners, serviceNames } from '@parley/core';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { addressOf, commandsEnv, type PlanInput, planProcesses, portsNeeded } from './plan.ts';

const secrets = {
  adminPassword: 'admin',
  databasePasswords: Object.fromEntries(schemaOwners.map((owner) => [owner, `${owner[0]}/1`])) as Record<
    SchemaOwner,
    string
  >,
  natsToken: 'token',
  rpcSecret: 'rpc',
  secretKey: 'key',
};

function plan(env: NodeJS.ProcessEnv, more: Partial<PlanInput> = {}) {
  const config = readConfig({ PARLEY_LAYOUT: 'separate', ...env });
  const ports = Array.from({ length: portsNeeded(config.replicas) }, (_, index) => 20_000 + index);
  return planProcesses({
    config,
    secrets,
    databaseUrl: 'postgres://admin:secret@127.0.0.1:5432/parley?sslmode=disable',
    relayDatabaseUrl: undefined,
    natsUrl: 'nats://token@127.0.0.1:4222',
    ports,
    inherited: {},
    ...more,
  });
}

const named = (plans: ReturnType<typeof plan>, service: string, replica = 1) =>
  plans.find((each) => each.service === service && each.replica === replica)!;

it('gives every process its own ports and the addresses of all others', () => {
  const plans = plan({ PARLEY_REPLICAS: 'messaging=2' });
  const used = plans.flatMap(({ env }) =>
    Object.entries(env).flatMap(([name, value]) => (/_(RPC|OPS|HTTP)_PORT$/.test(name) ? [value] : [])),
  );
  expect(new Set(used).size).toBe(used.length);
  const ports = [named(plans, 'messaging'), named(plans, 'messaging', 2)].map(
    ({ env }) => `127.0.0.1:${env.PARLEY_MESSAGING_RPC_PORT}`,
  );
  for (const { env } of plans) expect(env.PARLEY_MESSAGING_ADDRESSES).toBe(ports.join(','));
});

it('gives the one process of all services the logins of all, no addresses, and a port for commands of operators', () => {
  const inherited = { PARLEY_CHANNEL_ADDRESSES: '10.0.0.1:9000' };
  const [combined, ...others] = plan({ PARLEY_LAYOUT: 'combined', PARLEY_PORT: '9000' }, { inherited });
  expect(others).toEqual([]);
  expect(combined).toMatchObject({ service: 'parley', services: serviceNames, httpPort: 9000 });
  const { env } = combined!;
  const having = (pattern: RegExp) => Object.keys(env).filter((name) => pattern.test(name));
  expect(having(/_DATABASE_URL$/)).toEqual(
    schemaOwners.map((owner) => `PARLEY_${envNameOf(owner)}_DATABASE_URL`),
  );
  expect(having(/_ADDRESSES$/)).toEqual([]);
  expect(having(/_RPC_PORT$/)).toEqual([
    'PARLEY_USER_ADMIN_RPC_PORT',
    'PARLEY_IMPORTING_RPC_PORT',
    'PARLEY_MESSAGING_RPC_PORT',
  ]);
  expect(commandsEnv([combined!], { rpcSecret: 'secret' })).toEqual({
    PARLEY_USER_ADMIN_ADDRESSES: `127.0.0.1:${env.PARLEY_USER_ADMIN_RPC_PORT}`,
    PARLEY_IMPORTING_ADDRESSES: `127.0.0.1:${env.PARLEY_IMPORTING_RPC_PORT}`,
    PARLEY_MESSAGING_ADDRESSES: `127.0.0.1:${env.PARLEY_MESSAGING_RPC_PORT}`,
    PARLEY_RPC_SECRET: 'secret',
  });
  expect(addressOf([combined!], 'user-admin')).toBe(`127.0.0.1:${env.PARLEY_USER_ADMIN_RPC_PORT}`);
  expect(env.PARLEY_OPS_PORT).toBe(String(combined!.opsPort));
});

it('gives all replicas of notify one port for incoming mail, which the environment may choose', () => {
  const plans = plan({ PARLEY_REPLICAS: 'notify=2' });
  const ports = [named(plans, 'notify'), named(plans, 'notify', 2)].map(({ env }) => env.PARLEY_MAIL_IN_PORT);
  expect(new Set(ports).size).toBe(1);
  const inherited = { PARLEY_MAIL_IN_PORT: '2500', PARLEY_MAIL_IN_DOMAIN: 'mail.test' };
  expect(named(plan({}, { inherited }), 'notify').env).toMatchObject({
    ...inherited,
    PARLEY_MAIL_IN_HOST: '127.0.0.1',
  });
});

it('lets a single gateway listen on the public port, and several behind the balancer', () => {
  expect(named(plan({ PARLEY_PORT: '9000' }), 'gateway')).toMatchObject({
    httpPort: 9000,
    env: { PARLEY_GATEWAY_HTTP_PORT: '9000', PARLEY_PUBLIC_URL: 'http://127.0.0.1:9000' },
  });
  const several = plan({ PARLEY_PORT: '9000', PARLEY_REPLICAS: 'gateway=2' });
  const ports = several.flatMap(({ httpPort }) => (httpPort === undefined ? [] : [httpPort]));
  expect(ports).toHaveLength(2);
  expect(ports).not.toContain(9000);
});

it('keeps a stopping gateway serving until the balancer notices, if there is a balancer', () => {
  const drains = (replicas: string, inherited = {}) =>
    plan({ PARLEY_REPLICAS: replicas }, { inherited }).map(({ env }) => env.PARLEY_GATEWAY_DRAIN_MS);
  expect(new Set(drains('gateway=1,messaging=2'))).toEqual(new Set([undefined]));
  const several = plan({ PARLEY_REPLICAS: 'gateway=2' });
  const times = several.map(({ service, env }) => [service, env.PARLEY_GATEWAY_DRAIN_MS]);
  expect(times.filter(([, drain]) => drain !== undefined)).toEqual([
    ['gateway', '750'],
    ['gateway', '750'],
  ]);
  expect(drains('gateway=2', { PARLEY_GATEWAY_DRAIN_MS: '100' })).toContain('100');
});

it('gives each service only the database login of that service', () => {
  const plans = plan({}, { inherited: { PARLEY_DATABASE_URL: 'postgres://admin:secret@h/d', HOME: '/h' } });
  const { env } = named(plans, 'messaging');
  expect(env.PARLEY_MESSAGING_DATABASE_URL).toBe(
    'postgres://parley_messaging:m%2F1@127.0.0.1:5432/parley?sslmode=disable',
  );
  expect(env.HOME).toBe('/h');
  expect(Object.keys(env).filter((name) => name.endsWith('DATABASE_URL'))).toEqual([
    'PARLEY_MESSAGING_DATABASE_URL',
  ]);
  const gateway = named(plans, 'gateway').env;
  expect(Object.keys(gateway).filter((name) => name.endsWith('DATABASE_URL'))).toEqual([]);
});

it('gives the relay the database URL that the operator set for it, with a search path that includes its tables', () => {
  const plans = plan({}, { relayDatabaseUrl: 'postgres://slot:p+w@primary:5432/parley' });
  const url = new URL(named(plans, 'relay').env.PARLEY_RELAY_DATABASE_URL!);
  expect(url.username).toBe('slot');
  expect(url.password).toBe('p+w');
  expect(url.search).not.toContain('+');
  expect(url.host).toBe('primary:5432');
  expect(url.searchParams.get('options')).toBe('-c search_path=relay,log');
});
