/** Returns the percentile of the samples for `share`, from 0 to 1: the value below which this share of them lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Runs a task once as a warm-up, and then `times` times. Returns the results without that of the warm-up. */
export async function repeat<T>(times: number, run: (round: number) => Promise<T>): Promise<T[]> {
  await run(-1);
  const results: T[] = [];
  for (let round = 0; round < times; round++) results.push(await run(round));
  return results;
}
