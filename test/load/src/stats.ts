/** Returns the value below which the given share (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Runs a task several times after a warm-up. Returns each result. */
export async function repeat<T>(times: number, run: (round: number) => Promise<T>): Promise<T[]> {
  await run(-1);
  const results: T[] = [];
  for (let round = 0; round < times; round++) results.push(await run(round));
  return results;
}
