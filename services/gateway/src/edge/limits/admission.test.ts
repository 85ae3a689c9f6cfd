import { expect, it } from 'vitest';
import { type AdmittedLane, createAdmission, type ShedReason } from './admission.ts';

const [work, poll, signIn] = ['work', 'poll', 'signIn'] as const;
const limits = { maxWorking: 100, maxWaiting: 2, maxSignIns: 3, targetMs: 150, maxLagMs: 500 };

function admission(lagMs: number) {
  const lag = { ms: lagMs, touch: () => undefined, stop: () => undefined };
  const shed: ShedReason[] = [];
  return { lag, shed, load: createAdmission(limits, (reason) => shed.push(reason), lag) };
}

it('sheds requests that waited too long, but serves the backlog of a pause with few requests', () => {
  const { load, lag, shed } = admission(600);
  for (let n = 0; n < 96; n++) expect(load.enter(work)).toBe(600);
  expect(() => load.enter(work)).toThrow('overloaded');
  expect(load.refuse(poll)).toBe('lag');
  expect(shed).toEqual(['lag', 'lag']);
  lag.ms = 20;
  expect(load.refuse(work)).toBeUndefined();
  expect(load.enter(work)).toBe(20);
});

it('counts polls, sign-ins and ordinary requests separately, and each refusal once', () => {
  const { load, shed } = admission(0);
  for (let n = 0; n < 2; n++) load.enter(poll);
  expect(load.refuse(poll)).toBe('polls');
  for (let n = 0; n < 3; n++) load.enter(signIn);
  expect(() => load.enter(signIn)).toThrow('Many people are signing in');
  for (let n = 0; n < 100; n++) load.enter(work);
  expect(() => load.enter(work)).toThrow('overloaded');
  expect(shed).toEqual(['polls', 'signIns', 'requests']);
  load.leave(signIn, 10_000);
  expect(load.refuse(signIn)).toBeUndefined();
  load.leave(work, 10);
  expect(load.refuse(work)).toBeUndefined();
  expect([load.working, load.waiting, load.signingIn]).toEqual([99, 2, 2]);
});

it('admits the same number of other requests, however long sign-ins take', () => {
  const slow = (lane: AdmittedLane) => {
    const { load } = admission(0);
    for (let n = 0; n < 100; n++) {
      load.enter(lane);
      load.leave(lane, 10_000);
    }
    return load.limit;
  };
  expect(slow(signIn)).toBe(100);
  expect(slow(work)).toBeLessThan(100);
});
