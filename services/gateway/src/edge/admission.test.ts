import { expect, it } from 'vitest';
import { createAdmission, type ShedReason } from './admission.ts';

const [work, poll] = [false, true];
const limits = { maxWorking: 100, maxWaiting: 2, targetMs: 150, maxLagMs: 500 };

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

it('counts polls and ordinary requests separately, and each refusal once', () => {
  const { load, shed } = admission(0);
  for (let n = 0; n < 2; n++) load.enter(poll);
  expect(load.refuse(poll)).toBe('polls');
  for (let n = 0; n < 100; n++) load.enter(work);
  expect(() => load.enter(work)).toThrow('overloaded');
  expect(shed).toEqual(['polls', 'requests']);
  load.leave(work, 10);
  expect(load.refuse(work)).toBeUndefined();
  expect([load.working, load.waiting]).toEqual([99, 2]);
});
