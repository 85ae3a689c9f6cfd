import { type AnyNetwork, haveNetworks } from '@parley/test-kit';
import { inject } from 'vitest';
import { Deployment } from './deployment.ts';

// Runs before each file of tests. `anyNetwork` (test/network) then returns the containers of this run, emptied. Each
// service runs in two replicas, the highest number that a test requests.

haveNetworks(async (): Promise<AnyNetwork> => {
  const deployment = await Deployment.of(inject('run'));
  await deployment.empty();
  const head = await deployment.logHead();
  const stop = () => head.close();
  return {
    found: () => deployment.found(),
    gatewayUrl: () => deployment.url,
    client: (credentials) => deployment.client(credentials),
    caughtUp: () => deployment.caughtUp(head),
    of: (service) => [0, 1].map((index) => ({ service, index })),
    // All services of a replica stop and start together.
    stopReplica: ({ service, index }) => deployment.shutDown(deployment.programOf(service), index + 1),
    async startReplica({ service, index }) {
      const name = deployment.programOf(service);
      await deployment.start(name, index + 1);
      await deployment.ready(name, index + 1);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
});
