import { Cluster } from '@parley/test-kit';
import { expect, it } from 'vitest';
import { Team } from '../network/team.ts';

// Verifies that client-side models stay exact while the processes that deliver their events are killed.

it('every model equals a fresh registration while event-queues and relays are killed', async () => {
  await using cluster = await Cluster.start({ replicas: { 'event-queue': 2, gateway: 2, relay: 2 } });
  const team = await Team.gather(cluster.organization, 23);
  let kills = 0;
  const kill = (service: 'event-queue' | 'relay', replica: number) => {
    kills++;
    return cluster.kill(service, replica);
  };
  await team.live(60, async (step) => {
    if (step % 10 === 5) await kill('event-queue', 1 + (kills % 2));
    if (step % 15 === 9) await kill('relay', 1 + (kills % 2));
  });
  await cluster.caughtUp();
  await team.verify();
  expect(kills).toBe(10);
});
