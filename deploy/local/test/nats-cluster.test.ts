import { freePort, type NatsServer, startNats } from '@parley/embedded';
import { expect, it, onTestFinished } from 'vitest';
import { checkNats } from '../src/checks.ts';
import { temporaryFolder } from './support.ts';

/** Returns a function that starts one of two servers that form a cluster. */
async function clusterOfTwo(): Promise<(index: 0 | 1) => Promise<NatsServer>> {
  const ports = [await freePort(), await freePort()];
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
  return async (index) => {
    const server = await startNats({
      dir: temporaryFolder(),
      token: 'parley-test',
      serverName: `n${index}`,
      extraConfig: `cluster { name: parley, listen: "127.0.0.1:${ports[index]}", routes: [${routes}] }`,
    });
    onTestFinished(() => server.stop());
    return server;
  };
}

it('waits until a NATS cluster that has just started has a leader', async () => {
  const start = await clusterOfTwo();
  const { url } = await start(0);
  let isComplete = false;
  const checked = checkNats(url, 240_000).then(() => expect(isComplete).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  isComplete = true;
  await start(1);
  await checked;
});

it('explains that a cluster without a majority of its servers does not answer', async () => {
  const start = await clusterOfTwo();
  const { url } = await start(0);
  await expect(checkNats(url, 100)).rejects.toThrow('a cluster needs a majority of its servers');
});
