import {
  ApiError,
  everyPair,
  forgetWriters,
  type Lane,
  Network,
  Organization,
  openLanes,
  type Pair,
  randomOf,
  randomPair,
  triesManyCases,
} from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Verifies "read your writes": after a write was answered, each later request of the same person shows the write, through any
// replica of any service.

const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_120);
const lanesCount = 4;
const randomPairs = triesManyCases ? 400 : 80;

let network: Network;
let lanes: Lane[];

beforeAll(async () => {
  network = await Network.start({
    replicas: {
      'user-admin': 2,
      channel: 2,
      messaging: 2,
      upload: 2,
      notify: 2,
      'event-queue': 2,
      relay: 2,
      gateway: 2,
    },
  });
  const organization = await Organization.create(network);
  // Distributes requests randomly over the gateways, like a load balancer.
  const random = randomOf(seed);
  const gateways = network.of('gateway').map(({ ports }) => `http://127.0.0.1:${ports.http}`);
  const url = () => gateways[random(gateways.length)]!;
  const names = Array.from({ length: lanesCount }, (_, index) => `writer${index}`);
  const people = Object.values(await organization.add(...names));
  lanes = await openLanes({ owner: organization.owner, people, url, seed });
});

afterAll(() => network?.stop());

/** Number of requests that were answered before their gateway had confirmed that they see what their user wrote. */
const unconfirmed = () =>
  network.metric('gateway', 'parley_gateway_own_writes_total', { outcome: 'unconfirmed' });
const lateWorkers = () => network.metric('gateway', 'parley_gateway_late_workers');

/**
 * Returns the pairs whose read did not show the write. On a machine that stalls for seconds, gateways give up waiting and count
 * that (docs/decisions/read-your-writes.md#failures). A pair during which one gave up proves nothing, so it is made again.
 */
async function staleAmong(pairs: AsyncIterable<Pair>): Promise<string[]> {
  const stale: string[] = [];
  let before = await unconfirmed();
  for await (const { pair, isSeen: isSeenAtFirst, again } of pairs) {
    let isSeen = isSeenAtFirst;
    for (let more = 3; !isSeen && more > 0; more--) {
      const now = await unconfirmed();
      if (now === before && (await lateWorkers()) === 0) break;
      before = now;
      isSeen = await again();
    }
    if (!isSeen) stale.push(pair);
    before = await unconfirmed();
  }
  return stale;
}

async function* randomPairsOf(lane: Lane): AsyncGenerator<Pair> {
  for (let count = 0; count < randomPairs / lanesCount; count++) yield await randomPair(lane);
}

it('shows each kind of write in each read of its writer', async () => {
  expect(await staleAmong(everyPair(lanes[0]!))).toEqual([]);
});

it(`shows writes in reads that follow immediately, in any order and of several people (seed ${seed})`, async () => {
  const stale = await Promise.all(lanes.map((lane) => staleAmong(randomPairsOf(lane))));
  expect(stale.flat()).toEqual([]);
});

it('reads miss a write when gateways forget who wrote, so the tests above detect this error', async () => {
  using forgetful = await forgetWriters();
  let stale = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let count = 0; stale === 0 && count < 200; count++) {
        try {
          if (!(await randomPair(lane)).isSeen) stale++;
        } catch (error) {
          // A later request of the pair was refused, because its service did not see the earlier write.
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          stale++;
        }
      }
    }),
  );
  expect(stale).toBeGreaterThan(0);
  expect(forgetful.requests).toBeGreaterThan(0);
});
