import type { Scope } from '@parley/facts';
import { type AlertWordMatcher, createAlertWordMatcher } from '@parley/markdown';

type AlertWordIndex = { matcher: AlertWordMatcher; owners: ReadonlyMap<string, readonly number[]> };

/** Index of alert words for each map. The cache of facts never changes a map but replaces it, so each index is built once. */
const indexes = new WeakMap<ReadonlyMap<number, readonly string[]>, AlertWordIndex>();

/** Returns the IDs, in ascending order, of the people whose alert words occur in a text. They need not be recipients. */
export async function findAlertedUsers(content: string, scope: Scope): Promise<number[]> {
  const all = await scope.alertWords();
  if (all.size === 0) return [];
  const { matcher, owners } = indexOf(all);
  const people = new Set(matcher.find(content).flatMap((word) => owners.get(word) ?? []));
  return [...people].sort((a, b) => a - b);
}

function indexOf(all: ReadonlyMap<number, readonly string[]>): AlertWordIndex {
  let index = indexes.get(all);
  if (!index) {
    const owners = new Map<string, number[]>();
    for (const [userId, words] of all) {
      for (const word of words) {
        const known = owners.get(word);
        if (known) known.push(userId);
        else owners.set(word, [userId]);
      }
    }
    index = { matcher: createAlertWordMatcher(owners.keys()), owners };
    indexes.set(all, index);
  }
  return index;
}
