import { expect, it, vi } from 'vitest';
import { Progress } from './progress.ts';

const position = { commitLsn: 1, index: 0 };

/** Creates a `Progress`. The test completes each save by calling a function in `saves`. */
function create(maxLead = 3) {
  const steps: string[] = [];
  const saves: ((rowLsn: number) => void)[] = [];
  const failures: Error[] = [];
  const progress = new Progress({
    start: { sequence: 10, position, endLsn: 0 },
    maxLead,
    save: (sequence) => {
      steps.push(`save ${sequence}`);
      return new Promise<number>((resolve) => saves.push(resolve));
    },
    confirm: (lsn) => void steps.push(`confirm ${lsn}`),
    onFailure: (error) => void failures.push(error),
  });
  const answer = async (rowLsn = 0) => {
    await vi.waitFor(() => expect(saves.length).toBeGreaterThan(0), { timeout: 60_000 });
    saves.shift()!(rowLsn);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { progress, steps, answer, failures };
}

it('confirms to the slot only positions that the checkpoint row contains', async () => {
  const { progress, steps, answer } = create();
  progress.entryStored(11, position);
  progress.reached(500);
  expect(steps).toEqual(['save 11']);
  await answer();
  expect(steps.filter((step) => step.startsWith('confirm')).at(-1)).toBe('confirm 500');
  expect(steps.indexOf('save 11')).toBe(0);
  progress.stop();
});

it('confirms immediately when the row is up to date, and never goes back', () => {
  const { progress, steps } = create();
  progress.reached(400);
  progress.reached(300);
  progress.reached(600);
  expect(steps).toEqual(['confirm 400', 'confirm 600']);
});

it('confirms only after the slot has delivered the commit of the row', async () => {
  const { progress, steps, answer } = create();
  const confirmed = () => steps.filter((step) => step.startsWith('confirm')).at(-1);
  progress.entryStored(11, position);
  progress.reached(500);
  progress.received(510);
  await answer(520);
  expect(confirmed()).toBeUndefined();
  progress.received(519);
  expect(confirmed()).toBeUndefined();
  progress.received(520);
  expect(confirmed()).toBe('confirm 500');
  progress.stop();
});

it('confirms while the slot stays behind the newest row', async () => {
  const { progress, steps, answer } = create(1);
  const confirmed = () => steps.filter((step) => step.startsWith('confirm')).at(-1);
  for (const sequence of [11, 12, 13]) {
    progress.entryStored(sequence, position);
    progress.reached(sequence * 100);
    await answer(sequence * 100 + 50);
    progress.received(sequence * 100);
  }
  // A row contains only what was published when its save began.
  expect(confirmed()).toBe('confirm 1100');
  progress.received(1350);
  expect(confirmed()).toBe('confirm 1300');
  progress.stop();
});

it('limits the number of entries beyond the checkpoint row', async () => {
  const { progress, steps, answer } = create(2);
  progress.entryStored(11, position);
  await progress.untilLeadAllows();
  progress.entryStored(12, position);
  let isFree = false;
  const waiting = progress.untilLeadAllows().then(() => {
    isFree = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isFree).toBe(false);
  await answer();
  await waiting;
  expect(steps[0]).toBe('save 11');
  progress.stop();
});

it('reports a save that fails', async () => {
  const failures: Error[] = [];
  const progress = new Progress({
    start: { sequence: 0, position, endLsn: 0 },
    maxLead: 1,
    save: () => Promise.reject(new Error('role lost')),
    confirm: () => undefined,
    onFailure: (error) => void failures.push(error),
  });
  progress.entryStored(1, position);
  await vi.waitFor(() => expect(failures).toHaveLength(1), { timeout: 60_000 });
  expect(progress.isSaved).toBe(false);
});
