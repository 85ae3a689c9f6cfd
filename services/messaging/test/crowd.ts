import { ParleyError } from '@parley/core';
import { type LoggedTestService, openLoggedTestService, roles } from './support.ts';

/** Opens a test service in which the given people are administrators and subscribers of all given channels. */
export async function openCrowd(
  people: readonly number[],
  channels: readonly number[],
  settings: Readonly<Record<string, number>>,
): Promise<LoggedTestService> {
  const service = await openLoggedTestService();
  const { world } = service;
  for (const channel of channels) world.channel(channel);
  for (const user of people) {
    world.user(user, { role: roles.admin });
    for (const channel of channels) world.subscribe(user, channel);
  }
  Object.assign(world.settings, settings);
  return service;
}

/** Ignores rejections, which concurrent changes cause. Rethrows server errors and any other error. */
export async function ignoreRefusals(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status >= 500) throw error;
  }
}
