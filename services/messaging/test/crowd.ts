import { ParleyError } from '@parley/core';
import { type Bench, openBench, openListener, roles, type Told } from './support.ts';

/** People who do many things at once, and what is told of it. */
export type Crowd = AsyncDisposable & { bench: Bench; told(): Promise<Told[]> };

/** Administrators who are in all of the channels. */
export async function openCrowd(
  people: readonly number[],
  channels: readonly number[],
  settings: Readonly<Record<string, number>>,
): Promise<Crowd> {
  const bench = await openBench();
  const listener = await openListener(bench.database);
  const { world } = bench;
  for (const channel of channels) world.channel(channel);
  for (const user of people) {
    world.user(user, { role: roles.admin });
    for (const channel of channels) world.subscribe(user, channel);
  }
  Object.assign(world.settings, settings);
  return {
    bench,
    told: () => listener.told(),
    async [Symbol.asyncDispose]() {
      await listener.close();
      await bench[Symbol.asyncDispose]();
    },
  };
}

/** Whoever comes too late is told so; anything else is a fault. */
export async function unlessTooLate(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
  }
}
