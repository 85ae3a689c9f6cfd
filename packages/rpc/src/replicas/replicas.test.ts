import { type Client, connectivityState } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slowStartMs } from './replica.ts';
import { Replicas } from './replicas.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Creates replicas with fake connections, which the test opens and closes. */
function fakes(count: number) {
  const addresses = Array.from({ length: count }, (_, index) => `10.0.0.${index + 1}:9000`);
  const up = new Set<string>(addresses);
  let drawn = 0;
  const replicas = new Replicas({
    addresses,
    lookup: async () => [],
    connect: (address) =>
      ({
        address,
        getChannel: () => ({
          getConnectivityState: () =>
            up.has(address) ? connectivityState.READY : connectivityState.CONNECTING,
        }),
        close: () => undefined,
      }) as unknown as Client,
    // A sequence of numbers that is evenly distributed between 0 and 1, and the same in each run.
    random: () => (drawn++ * 0.618_034) % 1,
  });
  /** Returns how many of some calls each replica gets. */
  const shares = (calls = 1_000) => {
    const counts = new Map(addresses.map((address) => [address, 0]));
    for (let call = 0; call < calls; call++) {
      const { address } = replicas.pick() as unknown as { address: string };
      counts.set(address, counts.get(address)! + 1);
    }
    return addresses.map((address) => counts.get(address)!);
  };
  return { addresses, up, replicas, shares };
}

it('replicas share calls evenly, even right after all of them started', () => {
  const { shares } = fakes(4);
  expect(shares()).toEqual([250, 250, 250, 250]);
});

it('a replica that has just started gets few calls at first, and finally its full share', () => {
  const { addresses, up, shares } = fakes(2);
  up.delete(addresses[1]!);
  expect(shares()).toEqual([1_000, 0]);
  vi.advanceTimersByTime(60_000);
  up.add(addresses[1]!);
  const [, atFirst] = shares();
  expect(atFirst).toBeGreaterThan(10);
  expect(atFirst).toBeLessThan(100);
  vi.advanceTimersByTime(slowStartMs / 2);
  const [, halfway] = shares();
  expect(halfway).toBeGreaterThan(250);
  expect(halfway).toBeLessThan(400);
  vi.advanceTimersByTime(slowStartMs / 2);
  expect(shares()).toEqual([500, 500]);
});

it('a replica starts slowly again after a long loss of its connection, but not after a short one', () => {
  const { addresses, up, shares } = fakes(2);
  shares();
  vi.advanceTimersByTime(60_000);
  const beAway = (forMs: number) => {
    up.delete(addresses[0]!);
    expect(shares()).toEqual([0, 1_000]);
    vi.advanceTimersByTime(forMs);
    up.add(addresses[0]!);
  };
  beAway(100);
  expect(shares()).toEqual([500, 500]);
  beAway(1_000);
  expect(shares()[0]).toBeLessThan(100);
});

it('a replica that has just started gets all calls if it is the only one', () => {
  const { addresses, up, shares } = fakes(2);
  shares();
  vi.advanceTimersByTime(60_000);
  up.clear();
  up.add(addresses[1]!);
  expect(shares()).toEqual([0, 1_000]);
});

it('while no replica is connected, a call gets none, or any replica if it may wait for a connection', () => {
  const { up, replicas } = fakes(2);
  up.clear();
  expect(replicas.pick()).toBeUndefined();
  expect(replicas.pickAny()).toBeDefined();
});
