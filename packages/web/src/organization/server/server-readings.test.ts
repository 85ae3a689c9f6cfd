import { expect, it } from 'vitest';
import { linePoints, type Process, readingHistory, readingNow } from './server-readings.ts';
import { mergeProcesses } from './shown-processes.ts';

const processOf = (
  service: string,
  instance: string,
  values: Record<string, number[]> = {},
  startedAt = 100,
): Process => ({
  service,
  instance,
  version: '1',
  started_at: startedAt,
  readings: Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1)!])),
  history: { every_seconds: 30, readings: values },
});

it('sums the counters of all processes, and takes the worst value that any process measured', () => {
  const processes = [
    processOf('messaging', 'a', { sends: [1, 2, 3], lag: [0, 5, 0] }),
    processOf('messaging', 'b', { sends: [10, 20], lag: [1, 1] }),
    processOf('relay', 'c'),
  ];
  expect(readingNow(processes, 'sends', 'sum')).toBe(23);
  expect(readingNow(processes, 'lag', 'max')).toBe(1);
  expect(readingNow(processes, 'mails', 'max')).toBeUndefined();
  // The younger process has no value for the oldest point.
  expect(readingHistory(processes, 'sends', 'sum')).toEqual([1, 12, 23]);
  expect(readingHistory(processes, 'lag', 'max')).toEqual([0, 5, 1]);
  expect(readingHistory(processes, 'mails', 'max')).toEqual([]);
});

it('shows a process that ended until another one replaces it, for ten minutes at most', () => {
  const [first, second] = [processOf('gateway', 'a'), processOf('relay', 'b')];
  const known = mergeProcesses([], [first, second], 1_000_000);
  const after = mergeProcesses(known, [first], 1_010_000);
  expect(after.map(({ instance, seenAt }) => [instance, seenAt])).toEqual([
    ['a', 1_010_000],
    ['b', 1_000_000],
  ]);
  const younger = processOf('relay', 'c', {}, 1_005);
  expect(mergeProcesses(after, [first, younger], 1_020_000).map(({ instance }) => instance)).toEqual([
    'a',
    'c',
  ]);
  expect(mergeProcesses(after, [first], 1_000_000 + 600_000).map(({ instance }) => instance)).toEqual(['a']);
});

it('draws a line from 0 to the highest value', () => {
  expect(linePoints([0, 5, 10], 100, 20)).toBe('0,20 50,10 100,0');
  expect(linePoints([0, 0], 100, 20)).toBe('0,20 100,20');
  expect(linePoints([3], 100, 20)).toBe('0,0 100,0');
});
