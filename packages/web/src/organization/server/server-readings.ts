/** Combines measurements of the server's processes for the page about the server. */
import type { AnswerOf } from '@parley/client';

export type ServerStatus = AnswerOf<'get-server-status'>;
export type Process = ServerStatus['processes'][number];

/** How to combine a measurement of several processes: `sum` if each process measures a part, `max` if each measures the whole. */
export type Combining = 'sum' | 'max';

const combine = (values: readonly number[], how: Combining): number =>
  how === 'sum' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);

/** Returns the current combined value of a measurement; undefined when no process reports it. */
export function readingNow(processes: readonly Process[], name: string, how: Combining): number | undefined {
  const values = processes.flatMap(({ readings }) => readings[name] ?? []);
  return values.length === 0 ? undefined : combine(values, how);
}

/** Returns the combined values of the last hour, the oldest first. A process that started later adds nothing to older ones. */
export function readingHistory(
  processes: readonly Process[],
  name: string,
  how: Combining,
): readonly number[] {
  const all = processes.flatMap(({ history }) => {
    const values = history.readings[name];
    return values ? [values] : [];
  });
  const length = Math.max(0, ...all.map((values) => values.length));
  return Array.from({ length }, (_, index) =>
    combine(
      all.flatMap((values) => values[values.length - length + index] ?? []),
      how,
    ),
  );
}

/** Returns the points of an SVG polyline: pairs `x,y` separated by spaces. The y axis starts at value 0. */
export function linePoints(given: readonly number[], width: number, height: number): string {
  // Duplicates a single value, so that it is drawn as a horizontal line.
  const values = given.length === 1 ? [...given, ...given] : given;
  const highest = Math.max(...values, 0) || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const round = (value: number) => Math.round(value * 10) / 10;
  return values
    .map(
      (value, index) => `${round(index * step)},${round(height - (Math.max(0, value) / highest) * height)}`,
    )
    .join(' ');
}
