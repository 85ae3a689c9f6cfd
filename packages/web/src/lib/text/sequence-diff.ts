/** What two lists have in common and what differs, as a reader would say it. */

/** A run of entries: of both lists, of the former only, or of the later only. Indices are those of the list that has them. */
export type Run =
  | { readonly kind: 'same'; readonly before: number; readonly after: number; readonly length: number }
  | { readonly kind: 'removed'; readonly before: number; readonly length: number }
  | { readonly kind: 'added'; readonly after: number; readonly length: number };

/** Differences beyond this number are not searched: what lies between the equal ends is then replaced as a whole. */
const maxDifferences = 2_000;

/**
 * Returns how to get from one list to the other, with as few changes as possible (Myers, “An O(ND) difference algorithm”). Where
 * entries were replaced, the removed ones come before the added ones.
 */
export function differencesOf(before: readonly string[], after: readonly string[]): Run[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const runs: Run[] = [];
  const same = (at: number, other: number, length: number) => {
    if (length > 0) runs.push({ kind: 'same', before: at, after: other, length });
  };
  same(0, 0, start);
  const middle = commonOf(before.slice(start, before.length - end), after.slice(start, after.length - end));
  let [x, y] = [0, 0];
  const replaced = (toX: number, toY: number) => {
    if (toX > x) runs.push({ kind: 'removed', before: start + x, length: toX - x });
    if (toY > y) runs.push({ kind: 'added', after: start + y, length: toY - y });
  };
  for (const match of middle) {
    replaced(match.x, match.y);
    same(start + match.x, start + match.y, match.length);
    [x, y] = [match.x + match.length, match.y + match.length];
  }
  replaced(before.length - start - end, after.length - start - end);
  same(before.length - end, after.length - end, end);
  return runs;
}

type Match = { x: number; y: number; length: number };

/** Returns the longest common subsequence of two lists, as runs; none when the lists differ too much. */
function commonOf(before: readonly string[], after: readonly string[]): Match[] {
  const traces = tracesOf(before, after);
  if (!traces) return [];
  const matches: Match[] = [];
  let [x, y] = [before.length, after.length];
  for (const [d, reached] of [...traces.entries()].reverse()) {
    const k = x - y;
    const isDown = k === -d || (k !== d && at(reached, k - 1) < at(reached, k + 1));
    const formerK = isDown ? k + 1 : k - 1;
    const formerX = d === 0 ? 0 : at(reached, formerK);
    const formerY = d === 0 ? 0 : formerX - formerK;
    const [fromX, fromY] = d === 0 ? [0, 0] : isDown ? [formerX, formerY + 1] : [formerX + 1, formerY];
    if (x > fromX) matches.push({ x: fromX, y: fromY, length: x - fromX });
    [x, y] = [formerX, formerY];
  }
  return matches.reverse();
}

/** The furthest positions reached, by diagonal: index `k + size` of a list with its middle at 0. */
type Reached = { readonly size: number; readonly furthest: Int32Array };
const at = ({ size, furthest }: Reached, k: number): number => furthest[k + size] ?? 0;

/** Returns what was reached before each number of differences; undefined when there are more than `maxDifferences`. */
function tracesOf(before: readonly string[], after: readonly string[]): Reached[] | undefined {
  const most = Math.min(before.length + after.length, maxDifferences);
  const all = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const reachedOn = (k: number): number => all[middle + k] ?? 0;
  const traces: Reached[] = [];
  for (let d = 0; d <= most; d++) {
    traces.push({ size: d + 1, furthest: all.slice(middle - d - 1, middle + d + 2) });
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && reachedOn(k - 1) < reachedOn(k + 1));
      let x = isDown ? reachedOn(k + 1) : reachedOn(k - 1) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      all[middle + k] = x;
      if (x >= before.length && x - k >= after.length) return traces;
    }
  }
  return undefined;
}

/**
 * Joins changes that only entries without meaning separate, such as the space between two replaced words: “~~two words~~ a name” is
 * easier to read than two replacements.
 */
export function joinedChanges(
  runs: readonly Run[],
  before: readonly string[],
  isMeaningless: (entry: string) => boolean,
): Run[] {
  const joined: Run[] = [];
  let removed = { from: 0, length: 0 };
  let added = { from: 0, length: 0 };
  const flush = () => {
    if (removed.length > 0) joined.push({ kind: 'removed', before: removed.from, length: removed.length });
    if (added.length > 0) joined.push({ kind: 'added', after: added.from, length: added.length });
    removed = { from: 0, length: 0 };
    added = { from: 0, length: 0 };
  };
  for (const [index, run] of runs.entries()) {
    if (run.kind === 'removed') {
      removed = { from: removed.length > 0 ? removed.from : run.before, length: removed.length + run.length };
    } else if (run.kind === 'added') {
      added = { from: added.length > 0 ? added.from : run.after, length: added.length + run.length };
    } else {
      const isBetween =
        removed.length > 0 &&
        added.length > 0 &&
        replacesAgain(runs, index) &&
        before.slice(run.before, run.before + run.length).every(isMeaningless);
      if (isBetween) {
        removed.length += run.length;
        added.length += run.length;
      } else {
        flush();
        joined.push(run);
      }
    }
  }
  flush();
  return joined;
}

/** Returns whether the change after a run replaces something, which means that it both removes and adds. */
const replacesAgain = (runs: readonly Run[], index: number): boolean =>
  runs[index + 1]?.kind === 'removed' && runs[index + 2]?.kind === 'added';
