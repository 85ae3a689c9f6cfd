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

/**
 * Runs a change, and ignores that it is refused because of concurrent changes. Repeats it, as a client would, when the service
 * gave up after several conflicts (UNAVAILABLE without a cause). Rethrows any other error.
 */
export async function tryToChange(change: () => Promise<unknown>, attempts = 5): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error.status < 500) return;
    const lost = error.code === 'UNAVAILABLE' && error.cause === undefined;
    if (!lost || attempts === 1) throw error;
    await tryToChange(change, attempts - 1);
  }
}
