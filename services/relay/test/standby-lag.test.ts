import { createLogger } from '@parley/core';
import { createRegistry } from '@parley/service-kit';
import { eventually, warnings } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { createService, loadServiceConfig } from '../src/index.ts';
import { startServers, withClient } from './harness.ts';

it('measures how far the slowest standby is behind, and reports nothing without standbys', async () => {
  await using servers = await startServers();
  const place = await servers.place('standby_lag');
  const registry = createRegistry();
  const logger = createLogger({ service: 'relay', destination: warnings });
  const service = createService(loadServiceConfig(place.env), { logger, registry });
  await service.start();
  const lag = async () => {
    const { values } = (await registry.getSingleMetric('parley_relay_standby_lag_bytes')!.get()) as {
      values: { value: number }[];
    };
    return values[0]!.value;
  };
  try {
    await eventually(async () => (await lag()) === -1);
    const url = servers.postgres.databaseUrl('standby_lag');
    await withClient(url, async (client) => {
      for (const name of ['near', 'far']) {
        await client.query('select pg_create_physical_replication_slot($1, true)', [name]);
        await client.query("select pg_logical_emit_message(false, 'test', repeat('x', 1000000))");
      }
    });
    await eventually(async () => (await lag()) > 2_000_000);
    await withClient(url, (client) =>
      client.query("select pg_drop_replication_slot(name) from unnest(array['near', 'far']) name"),
    );
    await eventually(async () => (await lag()) === -1);
  } finally {
    await service.stop();
  }
  expect(await registry.metrics()).toContain('parley_relay_standby_lag_bytes');
});
