import type { OpenedSource } from '@parley/archive';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ctx } from '../context.ts';
import type { ImportRow } from '../db/imports.ts';
import { Running } from './state.ts';

afterEach(() => vi.restoreAllMocks());

/** A run of an import that is told the times of sends, one list for each question. */
function runningWith(answers: readonly (readonly number[])[]) {
  const asked: number[] = [];
  const observeSends = async () => ({
    sendsBesideMs: [...(answers[asked.push(1) - 1] ?? [])],
    sendsAloneMs: 0,
  });
  const ctx = { clients: { messaging: { observeSends } } } as unknown as Ctx;
  const row = { options: { dryRun: false }, checkpoint: {} } as ImportRow;
  const files = { list: () => [] } as unknown as OpenedSource;
  return { running: new Running(ctx, row, files, new AbortController().signal), asked };
}

it('looks for people who write while the source is read, and does not wait again', async () => {
  const { running, asked } = runningWith([[], []]);
  await running.beginLooking();
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  const begun = Date.now();
  await running.lookAround();
  expect(Date.now() - begun).toBeLessThan(1_000);
  expect(asked).toHaveLength(2);
  expect(running.pace.isGentle).toBe(false);
});

it('gives way when somebody has written meanwhile', async () => {
  const { running } = runningWith([[], [12]]);
  await running.beginLooking();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  await running.lookAround();
  expect(running.pace.isGentle).toBe(true);
});

it('waits for what is left of the time when the source was read at once', async () => {
  const { running } = runningWith([[], []]);
  await running.beginLooking();
  const begun = Date.now();
  await running.lookAround();
  expect(Date.now() - begun).toBeGreaterThan(1_000);
});
