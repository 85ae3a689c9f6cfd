import { ApiClient, Network, Organization, type Person, type Replica, until } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

// Tests `server_generation` (docs/api/register.md#server-generation) with several gateways and restarts.

let network: Network;
let owner: Person;

beforeAll(async () => {
  network = await Network.start({ replicas: { gateway: 2 } });
  ({ owner } = await Organization.create(network));
});

afterAll(() => network?.stop());

/** Returns the generation that a gateway reports. */
async function generationOf(gateway: number): Promise<number> {
  const client = new ApiClient(() => `http://127.0.0.1:${network.of('gateway')[gateway]!.ports.http}`, owner);
  const { server_generation } = await client.post('/register', {
    event_types: [],
    fetch_event_types: ['realm'],
  });
  return server_generation;
}

/** Waits until both gateways report the same generation, and returns it. */
const shared = () =>
  vi.waitFor(
    async () => {
      const [one, other] = await Promise.all([generationOf(0), generationOf(1)]);
      expect(one).toBe(other);
      return one;
    },
    { timeout: 60_000 },
  );

it('is the same through every gateway, outlives the restart of each, and grows when all restart', async () => {
  const gateways = network.of('gateway');
  const first = await shared();
  const age = Date.now() / 1_000 - first;
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(3_600);
  const restart = async (gateway: Replica) => {
    await network.stopReplica(gateway);
    await network.startReplica(gateway);
    // A gateway that does not hear of another one within a second begins a generation.
    await until('the gateway has heard of the other one', async () => {
      return (await network.metric(gateway, 'parley_gateway_other_gateways')) === 1;
    });
    return [await generationOf(0), await generationOf(1)];
  };
  for (const gateway of gateways) {
    // On a busy machine, a gateway may hear of the other one too late, and begin a generation. So the test repeats the restart.
    await vi.waitFor(
      async () => {
        const before = await shared();
        expect(await restart(gateway)).toEqual([before, before]);
      },
      { timeout: 120_000 },
    );
  }
  const last = await shared();
  for (const gateway of gateways) await network.stopReplica(gateway);
  for (const gateway of gateways) await network.startReplica(gateway);
  expect(await shared()).toBeGreaterThan(last);
});
