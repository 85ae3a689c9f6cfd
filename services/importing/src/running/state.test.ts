import type { OpenedSource, SourceEntry } from '@parley/archive';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ctx } from '../context.ts';
import type { ImportRow } from '../db/imports.ts';
import { Running } from './state.ts';

afterEach(() => vi.restoreAllMocks());

/** A run of an import that is told the times of sends, one list for each question. */
function runningWith(answers: readonly (readonly number[])[], entries: readonly SourceEntry[] = []) {
  const asked: number[] = [];
  const observeSends = async () => ({
    sendsBesideMs: [...(answers[asked.push(1) - 1] ?? [])],
    sendsAloneMs: 0,
  });
  const ctx = { clients: { messaging: { observeSends } } } as unknown as Ctx;
  const row = { options: { dryRun: false }, checkpoint: {} } as ImportRow;
  const files = { list: () => entries } as unknown as OpenedSource;
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

it('knows the sizes of the files of the source', () => {
  const paths = ['a', 'a/b', 'b', 'data/1', 'data/10', 'data/2'];
  const entries = paths.map((path, at) => ({ path, size: path === 'b' ? undefined : at }));
  const { running } = runningWith([], entries);
  expect(paths.map((path) => running.sizeOf(path))).toEqual([0, 1, undefined, 3, 4, 5]);
  for (const path of ['', 'A', 'aa', 'data/11', 'z']) expect(running.sizeOf(path)).toBeUndefined();
});

it('counts topics by what makes them one, and keeps those of channels that were there', () => {
  const { running } = runningWith([]);
  running.channelsThere.add(1);
  for (const channelId of [1, 2, -3])
    for (const topic of ['Plan', 'plan', 'PLAN', 'plan 2']) running.noteTopic(channelId, topic);
  expect(running.topicCount).toBe(6);
  expect([...running.topicsThere.values()]).toEqual([
    { channelId: 1, topic: 'Plan' },
    { channelId: 1, topic: 'plan 2' },
  ]);
  for (let at = 0; at < 50_000; at++) running.noteTopic(2, `a thread about number ${at}`);
  expect(running.topicCount).toBe(50_006);
});
