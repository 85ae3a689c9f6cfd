import { expect, it } from 'vitest';
import { endOfTimeline, parseTimelineHistory, timelineAt } from './timelines.ts';

const text = '1\t0/3000148\tno recovery target specified\n\n2\tA/5\tbefore 2000-01-01 00:00:00+00\n';
const system = { systemId: '7', timeline: 3, walLsn: 0, history: parseTimelineHistory(text) };

it('reads where each earlier timeline ended', () => {
  expect(system.history).toEqual([
    { timeline: 1, endLsn: 0x3000148 },
    { timeline: 2, endLsn: 10 * 2 ** 32 + 5 },
  ]);
  expect(parseTimelineHistory('')).toEqual([]);
});

it('returns the position up to which a timeline belongs to the history of the server', () => {
  expect([1, 2, 3, 4].map((timeline) => endOfTimeline(system, timeline))).toEqual([
    0x3000148,
    10 * 2 ** 32 + 5,
    Number.POSITIVE_INFINITY,
    undefined,
  ]);
});

it('assigns a commit to the timeline on which it happened', () => {
  const positions = [1, 0x3000147, 0x3000148, 10 * 2 ** 32 + 4, 10 * 2 ** 32 + 5];
  expect(positions.map((lsn) => timelineAt(system, lsn))).toEqual([1, 1, 2, 2, 3]);
});
