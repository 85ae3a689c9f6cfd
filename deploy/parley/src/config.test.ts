import { ConfigError } from '@parley/core';
import { expect, it } from 'vitest';
import { loadProcessConfig } from './config.ts';

const poolsOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(loadProcessConfig(env).env)
      .filter(([name]) => name.endsWith('_DATABASE_CONNECTIONS') && !name.startsWith('PARLEY_PROCESS_'))
      .map(([name, size]) => [name.slice('PARLEY_'.length, -'_DATABASE_CONNECTIONS'.length), Number(size)]),
  );

it('divides the connections of the process among the pools of its services', () => {
  expect(poolsOf({ PARLEY_PROCESS_DATABASE_CONNECTIONS: '32' })).toEqual({
    MESSAGING: 6,
    CHANNEL: 4,
    USER_ADMIN: 4,
    UPLOAD: 4,
    NOTIFY: 4,
    IMPORTING: 4,
    INTEGRATIONS: 4,
  });
  const some = { PARLEY_SERVICES: 'relay,channel,upload', PARLEY_PROCESS_DATABASE_CONNECTIONS: '8' };
  expect(poolsOf(some)).toEqual({ CHANNEL: 4, UPLOAD: 4 });
  expect(poolsOf({ ...some, PARLEY_CHANNEL_DATABASE_CONNECTIONS: '3' })).toEqual({ CHANNEL: 3, UPLOAD: 4 });
  expect(poolsOf({})).toEqual({});
});

it('lets all services listen for calls at the host of the process, unless they have one of their own', () => {
  const hosts = (env: NodeJS.ProcessEnv) => {
    const { env: read } = loadProcessConfig({ PARLEY_SERVICES: 'channel,upload', ...env });
    return [read.PARLEY_CHANNEL_RPC_HOST, read.PARLEY_UPLOAD_RPC_HOST];
  };
  expect(hosts({})).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(hosts({ PARLEY_RPC_HOST: '::' })).toEqual(['::', '::']);
  expect(hosts({ PARLEY_RPC_HOST: '::', PARLEY_UPLOAD_RPC_HOST: '127.0.0.1' })).toEqual(['::', '127.0.0.1']);
});

it('refuses fewer connections than the services need', () => {
  const load = (connections: string) =>
    loadProcessConfig({ PARLEY_PROCESS_DATABASE_CONNECTIONS: connections });
  expect(() => load('10')).toThrow(ConfigError);
  expect(() => load('10')).toThrow(/at least 16/);
  expect(() => load('16')).not.toThrow();
});
