import { silentLogger } from '@parley/core';
import { eventually } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { createService, loadServiceConfig } from '../src/index.ts';
import { startServers } from './harness.ts';

it('starts without NATS: it is live but not ready, stops on request, and works once NATS is reachable', async () => {
  await using servers = await startServers();
  const place = await servers.place('starting');
  const [service, stopped] = [0, 1].map(() =>
    createService(loadServiceConfig(place.env), { logger: silentLogger }),
  );
  servers.nats.kill();
  await servers.nats.exited;
  const starting = [service!.start(), stopped!.start()];
  const status = async (port: number, path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  for (const each of [service!, stopped!]) {
    await eventually(() => each.opsPort > 0);
    expect(await status(each.opsPort, '/healthz')).toBe(200);
    expect(await status(each.opsPort, '/readyz')).toBe(503);
  }
  await stopped!.stop();
  await starting[1];
  await servers.nats.start();
  await starting[0];
  await eventually(async () => (await status(service!.opsPort, '/readyz')) === 200);
  await service!.stop();
});
