import { type AnyNetwork, anyNetwork, Organization, type Person, triesManyCases } from '@parley/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { channels, play, scripts, verify } from './registration.ts';

// Verifies that a registration together with the later events is exactly the current state, under any concurrent changes
// (README.md#what-parley-promises).

let network: AnyNetwork;
let people: Person[];

beforeAll(async () => {
  network = await anyNetwork({ replicas: { 'event-queue': 2, gateway: 2, channel: 2, messaging: 2 } });
  const organization = await Organization.create(network);
  people = Object.values(await organization.add('alice', 'bob', 'carol'));
  await organization.owner.subscribe(channels);
});

afterAll(() => network?.stop());

it('snapshot plus events equals the state read at the end, under random concurrent changes', async () => {
  let registrations = 0;
  const until = performance.now() + 100_000;
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      // Checks the time limit here. With fast-check's own limit, the running script would continue, and its requests would fail
      // when the network stops.
      if (registrations > 0 && performance.now() > until) return;
      const made = await play(script, people);
      registrations += made.length;
      await network.caughtUp();
      await verify(made);
    }),
    { numRuns: triesManyCases ? 100 : 15 },
  );
  // A busy machine runs fewer scripts within the limit. Without a single registration the test would prove nothing.
  expect(registrations).toBeGreaterThan(0);
});
