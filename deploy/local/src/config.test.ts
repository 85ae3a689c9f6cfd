import { isAbsolute } from 'node:path';
import { ConfigError } from '@parley/core';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('needs no variable: each setting has a default or may be missing', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 9991, databaseUrl: undefined, natsUrl: undefined, logLevel: 'info' });
  expect(config.dataDir.endsWith('/.parley')).toBe(true);
  expect(isAbsolute(config.dataDir)).toBe(true);
  expect(Object.values(config.replicas)).toEqual(Array(10).fill(1));
});

it('reads the number of replicas of each service', () => {
  const { replicas } = readConfig({ PARLEY_REPLICAS: 'gateway=2, event-queue=3' });
  expect(replicas).toMatchObject({ gateway: 2, 'event-queue': 3, messaging: 1 });
});

it('runs one process, unless several replicas or the separate layout are asked for', () => {
  const layoutOf = (env: NodeJS.ProcessEnv) => readConfig(env).layout;
  expect(layoutOf({})).toBe('combined');
  expect(layoutOf({ PARLEY_REPLICAS: 'gateway=1' })).toBe('combined');
  expect(layoutOf({ PARLEY_LAYOUT: 'separate' })).toBe('separate');
  expect(layoutOf({ PARLEY_REPLICAS: 'event-queue=2' })).toBe('separate');
  expect(() => layoutOf({ PARLEY_REPLICAS: 'event-queue=2', PARLEY_LAYOUT: 'combined' })).toThrow(
    /PARLEY_LAYOUT/,
  );
});

it('reports all invalid values together', () => {
  const read = () =>
    readConfig({
      PARLEY_PORT: '70000',
      PARLEY_DATABASE_URL: 'mysql://there',
      PARLEY_LOG_LEVEL: 'loud',
      PARLEY_REPLICAS: 'gateway=0,gatway=2,relay=2,relay=2',
    });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/PARLEY_PORT: must be between 1 and 65535/);
  expect(read).toThrow(/PARLEY_DATABASE_URL: must be a URL/);
  expect(read).toThrow(/PARLEY_LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal/);
  expect(read).toThrow(/gateway must have between 1 and 16 replicas/);
  expect(read).toThrow(/there is no service "gatway"/);
  expect(read).toThrow(/relay stands there twice/);
});

it('accepts the relay’s database URL only together with the database URL', () => {
  expect(() => readConfig({ PARLEY_RELAY_DATABASE_URL: 'postgres://there/parley' })).toThrow(/is not set/);
});
