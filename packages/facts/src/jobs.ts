import { type LogPosition, REST_ANNOUNCE_MS } from '@parley/event-log';
import { backgroundCall } from '@parley/rpc';
import { createScope } from './scope.ts';
import type { FactCache } from './types.ts';

/** The last answer of `isOrganizationDeactivated` for each cache of facts, with the log position for which it is valid. */
const answers = new WeakMap<FactCache, LogPosition & { isDeactivated: boolean }>();

/**
 * Returns whether an operator has deactivated the organization. Jobs that act for people or delete their data must then pause.
 *
 * The answer is cached while the log has no new entries and its last announcement is recent. A lookup would ask the relay,
 * which writes the log, to announce its position frequently. Jobs must not cause this while nobody uses the server.
 */
export async function isOrganizationDeactivated(factCache: FactCache): Promise<boolean> {
  const { position, freshness } = factCache.follower;
  const known = answers.get(factCache);
  const isUnmoved = known?.epoch === position.epoch && known.sequence === position.sequence;
  if (isUnmoved && freshness.ageMs() <= 2 * REST_ANNOUNCE_MS) return known.isDeactivated;
  const { isDeactivated } = await createScope(factCache, backgroundCall()).organization();
  // The answer is valid for this position, because it came from the owner or from a cache that had this position or a later
  // one.
  answers.set(factCache, { ...position, isDeactivated });
  return isDeactivated;
}
