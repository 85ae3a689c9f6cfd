import { type LogPosition, REST_ANNOUNCE_MS } from '@parley/event-log';
import { backgroundCall } from '@parley/rpc';
import { createScope } from './scope.ts';
import type { Directory } from './types.ts';

/** The last answer for each directory, with the position of the log at which it was found. */
const answers = new WeakMap<Directory, LogPosition & { isDeactivated: boolean }>();

/**
 * Returns whether an operator deactivated the organization. A job that acts for people or deletes their data then
 * pauses.
 * While the log does not move, the answer stays the same: jobs ask repeatedly, which is no reason for the relay to announce
 * its position often.
 */
export async function isOrganizationDeactivated(directory: Directory): Promise<boolean> {
  const { position, freshness } = directory.follower;
  const known = answers.get(directory);
  const isUnmoved = known?.epoch === position.epoch && known.sequence === position.sequence;
  if (isUnmoved && freshness.ageMs() <= 2 * REST_ANNOUNCE_MS) return known.isDeactivated;
  const { isDeactivated } = await createScope(directory, backgroundCall()).organization();
  // The owner was asked, or the cache had merged at least this position.
  answers.set(directory, { ...position, isDeactivated });
  return isDeactivated;
}
