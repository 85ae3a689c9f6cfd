import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, joinedChanges, type Run } from './sequence-diff.ts';

const words = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];
const short = fc.array(fc.constantFrom('a', 'b', 'c', ' '), { maxLength: 14 });

/** Rebuilds both lists from the runs, and the number of entries that differ. */
function rebuilt(runs: readonly Run[], before: readonly string[], after: readonly string[]) {
  const [former, later]: [string[], string[]] = [[], []];
  let differences = 0;
  for (const run of runs) {
    if (run.kind !== 'added') former.push(...before.slice(run.before, run.before + run.length));
    if (run.kind !== 'removed') later.push(...after.slice(run.after, run.after + run.length));
    if (run.kind !== 'same') differences += run.length;
  }
  return { former, later, differences };
}

/** Returns the length of the longest common subsequence, by its definition. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  const best = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let x = one.length - 1; x >= 0; x--)
    for (let y = other.length - 1; y >= 0; y--)
      best[x]![y] =
        one[x] === other[y] ? 1 + best[x + 1]![y + 1]! : Math.max(best[x + 1]![y]!, best[x]![y + 1]!);
  return best[0]![0]!;
}

/** Writes removed words as [-words-] and added ones as {+words+}. */
const marked = (before: string, after: string): string => {
  const [one, other] = [words(before), words(after)];
  return joinedChanges(differencesOf(one, other), one, (entry) => entry.trim() === '')
    .map((run) =>
      run.kind === 'removed'
        ? `[-${one.slice(run.before, run.before + run.length).join('')}-]`
        : run.kind === 'added'
          ? `{+${other.slice(run.after, run.after + run.length).join('')}+}`
          : other.slice(run.after, run.after + run.length).join(''),
    )
    .join('');
};

describe('differences of two lists', () => {
  it('rebuild both lists, with as few changes as possible', () => {
    fc.assert(
      fc.property(short, short, (before, after) => {
        const found = rebuilt(differencesOf(before, after), before, after);
        expect(found.former).toEqual(before);
        expect(found.later).toEqual(after);
        expect(found.differences).toBe(before.length + after.length - 2 * commonLength(before, after));
      }),
    );
  });

  it('still rebuild both lists when changes are joined, in which no two changes of a kind meet', () => {
    fc.assert(
      fc.property(short, short, (before, after) => {
        const runs = joinedChanges(differencesOf(before, after), before, (entry) => entry === ' ');
        const found = rebuilt(runs, before, after);
        expect(found.former).toEqual(before);
        expect(found.later).toEqual(after);
        const kinds = runs.map(({ kind }) => kind).join(' ');
        expect(kinds).not.toMatch(/removed removed|added added|added removed/);
      }),
    );
  });

  it('read as a person would mark them', () => {
    expect(marked('We meet at nine', 'We meet at ten')).toBe('We meet at [-nine-]{+ten+}');
    expect(marked('the quick fox', 'a slow fox')).toBe('[-the quick-]{+a slow+} fox');
    expect(marked('one two', 'one and two')).toBe('one {+and +}two');
    expect(marked('', 'new')).toBe('{+new+}');
    expect(marked('old', '')).toBe('[-old-]');
    expect(marked('same', 'same')).toBe('same');
  });

  it('of long texts that have nothing in common are one replacement, soon', () => {
    const before = Array.from({ length: 5_000 }, (_, index) => `a${index}`);
    const after = Array.from({ length: 5_000 }, (_, index) => `b${index}`);
    const begun = performance.now();
    expect(differencesOf(['x', ...before], ['x', ...after])).toEqual([
      { kind: 'same', before: 0, after: 0, length: 1 },
      { kind: 'removed', before: 1, length: 5_000 },
      { kind: 'added', after: 1, length: 5_000 },
    ]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
