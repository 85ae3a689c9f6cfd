import { expect, it } from 'vitest';
import { loadServiceConfig } from './config.ts';

const environment = {
  PARLEY_RPC_SECRET: 'test-rpc-secret-16',
  PARLEY_SECRET_KEY: 'test-secret-key-of-at-least-32-chars',
  PARLEY_PUBLIC_URL: 'http://chat.test:9991',
  PARLEY_USER_ADMIN_DATABASE_URL: 'postgres://127.0.0.1/none',
  PARLEY_NATS_URL: 'nats://127.0.0.1:4222',
  PARLEY_CHANNEL_ADDRESSES: '127.0.0.1:1',
  PARLEY_MESSAGING_ADDRESSES: '127.0.0.1:1',
  PARLEY_UPLOAD_ADDRESSES: '127.0.0.1:1',
  PARLEY_NOTIFY_ADDRESSES: '127.0.0.1:1',
  PARLEY_INTEGRATIONS_ADDRESSES: '127.0.0.1:1',
};

it('refuses fast password hashes in production, and uses slow ones by default', () => {
  const quick = { ...environment, PARLEY_USER_ADMIN_PASSWORD_HASHES: 'quick' };
  expect(() => loadServiceConfig(quick)).toThrow('PARLEY_USER_ADMIN_PASSWORD_HASHES');
  for (const PARLEY_ENV of ['development', 'test']) {
    expect(loadServiceConfig({ ...quick, PARLEY_ENV }).passwordHashes).toBe('quick');
    expect(loadServiceConfig({ ...environment, PARLEY_ENV }).passwordHashes).toBe('slow');
  }
  expect(loadServiceConfig(environment).passwordHashes).toBe('slow');
});

it('refuses the publicly known password of a demo organization in production', () => {
  const demo = { ...environment, PARLEY_USER_ADMIN_DEMO_PASSWORD: 'parley-demo' };
  expect(() => loadServiceConfig(demo)).toThrow('PARLEY_USER_ADMIN_DEMO_PASSWORD');
  expect(loadServiceConfig({ ...demo, PARLEY_ENV: 'development' }).demoPassword).toBe('parley-demo');
  expect(loadServiceConfig(environment).demoPassword).toBeUndefined();
});
