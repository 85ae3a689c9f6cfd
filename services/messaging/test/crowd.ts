import { ParleyError } from '@parley/core';
import { openTestServiceWithLog, roles, type TestServiceWithLog } from './support.ts';

/** A bench with administrators who are in all of the channels, for many changes at once. */
export async function openCrowd(
  people: readonly number[],
  channels: readonly number[],
  settings: Readonly<Record<string, number>>,
): Promise<TestServiceWithLog> {
  const bench = await openTestServiceWithLog();
  const { world } = bench;
  for (const channel of channels) world.channel(channel);
  for (const user of people) {
    world.user(user, { role: roles.admin });
    for (const channel of channels) world.subscribe(user, channel);
  }
  Object.assign(world.settings, settings);
  return bench;
}

/** Whoever comes too late is told so; anything else is a fault. */
export async function unlessTooLate(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
  }
}
