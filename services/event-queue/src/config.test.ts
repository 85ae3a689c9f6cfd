import { expect, it } from 'vitest';
import { loadServiceConfig } from './config.ts';

it('an idle poll gets a heartbeat within 45 seconds, because many proxies cut silent connections after 60', () => {
  const { heartbeat } = loadServiceConfig({
    PARLEY_RPC_SECRET: 'test-rpc-secret-16',
    PARLEY_EVENT_QUEUE_DATABASE_URL: 'postgres://localhost/test',
    PARLEY_NATS_URL: 'nats://localhost',
    PARLEY_USER_ADMIN_ADDRESSES: '127.0.0.1:1',
  });
  expect(heartbeat.afterMs + heartbeat.jitterMs).toBeLessThanOrEqual(45_000);
});
