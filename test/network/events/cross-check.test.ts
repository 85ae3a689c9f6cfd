import { Network, Organization, triesManyCases } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Team } from '../team.ts';

// Verifies that the state of every client equals a fresh registration, while replicas of `event-queue` and the relay stop and
// start.

let network: Network;
let organization: Organization;

beforeAll(async () => {
  network = await Network.start({ replicas: { 'event-queue': 2, gateway: 2 } });
  organization = await Organization.create(network);
});

afterAll(() => network?.stop());

it.each(triesManyCases ? [7, 11] : [7])(
  'every model equals a fresh registration after random changes (seed %i)',
  async (seed) => {
    const team = await Team.gather(organization, seed);
    const [relay] = network.of('relay');
    const eventQueue = network.of('event-queue')[seed % 2]!;
    let stops = 0;
    const stopped = (replica: typeof eventQueue) => {
      stops++;
      return network.stopReplica(replica);
    };
    await team.live(60, async (step) => {
      if (step === 15) await stopped(relay!);
      if (step === 19) await network.startReplica(relay!);
      if (step === 25) await stopped(eventQueue);
      if (step === 40) await network.startReplica(eventQueue);
    });
    await network.caughtUp();
    await team.verify();
    expect(stops).toBe(2);
  },
);
