import { ParleyError } from '@parley/core';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { RegistrationGate } from './registration-gate.ts';

/** Creates a gate with a simulated clock. Its registrations end when the test calls `finish`. */
function testGate(maxConcurrent: number, maxWaitMs: number) {
  const registry = new Registry();
  let now = 0;
  const gate = new RegistrationGate({ maxConcurrent, maxWaitMs }, registry, () => now);
  const running: (() => void)[] = [];
  const register = async (number: number, leaving = new AbortController()) => {
    gate.enter(leaving.signal);
    return await gate.run(async () => {
      await new Promise<void>((resolve) => running.push(resolve));
      return number;
    }, leaving.signal);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Advances the clock by `tookMs`, and ends the oldest running registration. */
  const finish = async (tookMs: number) => {
    now += tookMs;
    running.shift()!();
    await settle();
  };
  const metric = async (name: string) => (await registry.getSingleMetric(name)!.get()).values[0]?.value;
  return { gate, register, running, finish, settle, metric, pass: (ms: number) => (now += ms) };
}

const retryAfter = async (refused: Promise<unknown>) => {
  const error = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ParleyError);
  expect((error as ParleyError).code).toBe('RATE_LIMIT_HIT');
  return (error as ParleyError).fields['retry-after'] as number;
};

it('runs a bounded number concurrently, and the others in order of arrival', async () => {
  const { register, running, finish, settle, metric } = testGate(2, 10_000);
  const made: number[] = [];
  const all = Promise.all([1, 2, 3, 4].map(async (each) => made.push(await register(each))));
  await settle();
  expect(running).toHaveLength(2);
  expect(await metric('parley_gateway_registrations_waiting')).toBe(2);
  for (let each = 0; each < 4; each++) await finish(10);
  await all;
  expect(made).toEqual([1, 2, 3, 4]);
  expect(await metric('parley_gateway_registrations_waiting')).toBe(0);
});

it('tells excess clients to retry one after the other, at the rate at which registrations complete', async () => {
  const { register, running, finish, settle, metric, pass } = testGate(2, 180);
  // Each registration is expected to take 100 ms. Two run, and three may wait, because they expect at most 150 ms.
  const accepted = [1, 2, 3, 4, 5].map((each) => register(each));
  await settle();
  expect(running).toHaveLength(2);
  const times = [await retryAfter(register(6)), await retryAfter(register(7)), await retryAfter(register(8))];
  expect(times[0]).toBeGreaterThan(0.2);
  expect(times[1]! - times[0]!).toBeCloseTo(0.05);
  expect(times[2]! - times[1]!).toBeCloseTo(0.05);
  expect(await metric('parley_gateway_registrations_deferred_total')).toBe(3);
  // The next client retries 50 ms after client 8. Because 100 ms have passed, it is told a time that is 50 ms shorter.
  pass(100);
  expect((await retryAfter(register(9))) - times[2]!).toBeCloseTo(-0.05);
  for (let each = 0; each < 5; each++) await finish(20);
  await Promise.all(accepted);
  const late = register(10);
  await settle();
  await finish(20);
  expect(await late).toBe(10);
});

it('tells no client to retry after more than five minutes', async () => {
  const { register, settle } = testGate(1, 50);
  void register(1);
  void register(2);
  await settle();
  let longest = 0;
  for (let each = 0; each < 5_000; each++) longest = await retryAfter(register(3));
  expect(longest).toBe(300);
});

it('admits one registration at a time, however long each takes', async () => {
  const { register, finish, settle } = testGate(1, 50);
  for (let each = 0; each < 5; each++) {
    const made = register(each);
    await settle();
    await finish(60_000);
    expect(await made).toBe(each);
  }
});

it('forgets a client that leaves while it waits, and a registration that fails', async () => {
  const { register, running, finish, settle, metric } = testGate(1, 10_000);
  const leaving = new AbortController();
  const first = register(1);
  const second = register(2, leaving);
  const third = register(3);
  await settle();
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  expect(await metric('parley_gateway_registrations_waiting')).toBe(1);
  await finish(10);
  expect(await first).toBe(1);
  expect(running).toHaveLength(1);
  await finish(10);
  expect(await third).toBe(3);
});

it('counts a registration from its arrival, and stops counting one that never runs', async () => {
  const { gate, register, settle } = testGate(2, 100);
  // Each registration is expected to take 100 ms. Two run, and two may wait, because they expect at most 100 ms.
  const arrived = [1, 2, 3, 4].map(() => new AbortController().signal);
  for (const each of arrived) gate.enter(each);
  expect(gate.refuse()).toMatchObject({ code: 'RATE_LIMIT_HIT' });
  expect(() => gate.enter(new AbortController().signal)).toThrow(ParleyError);
  gate.leave(arrived[0]!);
  expect(gate.refuse()).toBeUndefined();
  void gate.run(() => new Promise(() => undefined), arrived[1]!);
  // The client of a running registration may disconnect. The registration still occupies its slot.
  gate.leave(arrived[1]!);
  void register(5);
  await settle();
  expect(gate.refuse()).toMatchObject({ code: 'RATE_LIMIT_HIT' });
});
