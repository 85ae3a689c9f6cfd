import { describe, expect, it } from 'vitest';
import { Generation } from './generation.ts';

/** Returns the state of a gateway that has just started and has not received heartbeats. */
const started = (startedAt: number, release = '1') => new Generation({ release, startedAt, withinMs: 20 });

/** Lets each gateway receive the heartbeats of all others twice. */
function exchange(...gateways: Generation[]): void {
  for (let round = 0; round < 2; round++) {
    for (const one of gateways) {
      for (const other of gateways) if (other !== one) other.receive(one.announced);
    }
  }
}

const read = (...gateways: Generation[]) => Promise.all(gateways.map((each) => each.read()));

describe('the generation of the server', () => {
  it('is the time at which the only gateway started', async () => {
    const one = started(1_000);
    expect(one.announced).toBeUndefined();
    one.settle();
    expect(await one.read()).toBe(1_000);
    expect(one.announced).toEqual({ release: '1', beganAt: 1_000 });
  });

  it('is taken over by a gateway that joins others of its release, and outlives the gateway that began it', async () => {
    const first = started(1_000);
    first.settle();
    const second = started(2_000);
    exchange(first, second);
    second.settle();
    const third = started(3_000);
    exchange(second, third);
    third.settle();
    expect(await read(first, second, third)).toEqual([1_000, 1_000, 1_000]);
  });

  it('is the same for gateways that start together', async () => {
    const gateways = [started(1_000), started(1_001), started(999)];
    exchange(...gateways);
    for (const each of gateways) each.settle();
    exchange(...gateways);
    expect(await read(...gateways)).toEqual([1_001, 1_001, 1_001]);
  });

  it('begins with the first gateway of another release, at all gateways', async () => {
    const former = started(1_000);
    former.settle();
    const next = started(2_000, '2');
    exchange(former, next);
    next.settle();
    exchange(former, next);
    expect(await read(former, next)).toEqual([2_000, 2_000]);
  });

  it('grows with a release even when its machine’s clock is behind', async () => {
    const former = started(5_000);
    former.settle();
    const next = started(1_000, '2');
    exchange(former, next);
    next.settle();
    exchange(former, next);
    expect(await read(former, next)).toEqual([5_001, 5_001]);
  });

  it('is begun by a gateway that cannot reach others in time, and never decreases when they are reached', async () => {
    const connected = started(1_000);
    connected.settle();
    const cutOff = started(2_000);
    expect(await cutOff.read()).toBe(2_000);
    exchange(connected, cutOff);
    cutOff.settle();
    expect(await read(connected, cutOff)).toEqual([2_000, 2_000]);
  });

  it('disregards heartbeats of gateways that announce none', async () => {
    const one = started(1_000);
    one.receive(undefined);
    one.receive({ release: '1', beganAt: 'soon' as unknown as number });
    one.settle();
    expect(await one.read()).toBe(1_000);
  });
});
