import { firstSentId } from '@parley/rules';

/**
 * The IDs of imported messages. They are times in milliseconds since 1970, and lie below all IDs of messages that were sent. So
 * messages of several imports interleave by time, and stand before those that were sent.
 */
export const importRange = { from: 1_000, to: firstSentId } as const;

/** IDs among which messages are looked for: from the first one to below the second one. */
export type IdRange = { readonly fromId: number; readonly belowId: number };

/** IDs of one second. */
const perSecond = 1_000;

/** The seconds in which messages that were sent at these times get their IDs. */
export const secondOf = (sentAtMs: number): number =>
  Math.min(Math.max(Math.floor(sentAtMs / perSecond), 1), importRange.to / perSecond - 1);

/**
 * Chooses IDs for messages in the given order. Each gets its millisecond, or the next free ID. More than a thousand messages of
 * one second flow over into the next ones, so that their order is kept.
 * @param taken IDs that exist from `secondOf` of the first time on. The function adds those that it chooses
 */
export function chooseIds(times: readonly number[], taken: Set<number>): number[] {
  return times.map((time) => {
    const second = secondOf(time);
    let id = second === Math.floor(time / perSecond) ? Math.floor(time) : second * perSecond;
    while (taken.has(id)) id++;
    taken.add(id);
    return id;
  });
}
