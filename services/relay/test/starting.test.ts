import { silentLogger } from '@parley/core';
import { eventually } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { createService, loadServiceConfig } from '../src/index.ts';
import { createStage } from './harness.ts';

it('starts without NATS: it is live but not ready, stops on request, and works once NATS is reachable', async () => {
  await using stage = await createStage();
  const place = await stage.place('starting');
  const [service, stopped] = [0, 1].map(() =>
    createService(loadServiceConfig(place.env), { logger: silentLogger }),
  );
  stage.nats.kill();
  await stage.nats.exited;
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
  await stage.nats.start();
  await starting[0];
  await eventually(async () => (await status(service!.opsPort, '/readyz')) === 200);
  await service!.stop();
});
