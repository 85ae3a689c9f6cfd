import { type AnyNetwork, haveNetworks } from '@parley/test-kit';
import { inject } from 'vitest';
import { Deployment } from './deployment.ts';

// Before each file of tests: whoever asks for any network (test/network) gets the containers of this run, with nobody and
// nothing in them. There are two replicas of each service, as many as anybody asks for.

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
    stopReplica: ({ service, index }) => deployment.shutDown(service, index + 1),
    async startReplica({ service, index }) {
      await deployment.start(service, index + 1);
      await deployment.ready(service, index + 1);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
});
