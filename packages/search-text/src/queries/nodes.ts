import { stemsOf } from '../analyzing/stems.ts';
import type { Unit } from '../analyzing/units.ts';
import { type AnyOfTerms, type SearchNode, stemMark, type TermNode, type TermRole } from '../expression.ts';
import { onlyItem } from '../only-item.ts';

/** From this length on, the last word also finds words that begin with it. */
const minPrefixLength = 3;

/** Creates a condition on one term. */
export const term = (text: string, role: TermRole, prefix = false): TermNode => ({
  kind: 'term',
  term: text,
  prefix,
  role,
});

/** Combines alternatives. */
export const anyOf = (items: readonly SearchNode[]): SearchNode => onlyItem(items) ?? { kind: 'any', items };

/** Combines what stands around `OR`. */
export const eitherOf = (items: readonly SearchNode[]): SearchNode =>
  onlyItem(items) ?? { kind: 'any', items, ofWords: true };

/** Combines conditions that must all hold. */
export const allOf = (items: readonly SearchNode[]): SearchNode => onlyItem(items) ?? { kind: 'all', items };

/** Returns a literal term, and the terms that begin with it if it is long enough. */
export function termAndPrefix(literal: string, prefix: boolean): TermNode[] {
  const exact = term(literal, 'exact');
  return prefix && literal.length >= minPrefixLength ? [exact, term(literal, 'prefix', true)] : [exact];
}

/** Returns the stems of a word. The index has a stem only by its literal form where both are equal. */
export function stemNodes(unit: Unit, found: readonly TermNode[]): TermNode[] {
  const stems = unit.small === '' ? [] : stemsOf(unit.small);
  return stems.flatMap((stem) => [
    term(stemMark + stem, 'stem'),
    ...(found.some((node) => node.term === stem && !node.prefix) ? [] : [term(stem, 'stem')]),
  ]);
}

/** What the last unit of a sequence finds besides its literal form, and how its terms relate to what was typed. */
interface SequenceOptions {
  readonly prefix?: boolean;
  readonly stems?: boolean;
  readonly role?: TermRole;
}

/** Returns units in a row. Characters of scripts without blanks become pairs; the last one alone begins any pair. */
export function sequenceOf(
  units: readonly Unit[],
  { prefix = false, stems = false, role = 'exact' }: SequenceOptions = {},
): SearchNode {
  const items: (TermNode | AnyOfTerms)[] = [];
  units.forEach((unit, index) => {
    const next = units[index + 1];
    const isLast = next === undefined;
    if (unit.kind !== 'pair') {
      const alternatives = isLast ? termAndPrefix(unit.literal, prefix) : [term(unit.literal, role)];
      if (isLast && stems) alternatives.push(...stemNodes(unit, alternatives));
      items.push(onlyItem(alternatives) ?? { kind: 'any', items: alternatives });
    } else if (next?.kind === 'pair' && next.joined) {
      items.push(term(unit.literal + next.literal, role));
    } else if (!unit.joined || index === 0 || !isLast) {
      // A character alone, or the end of a run of characters before another word.
      items.push(term(unit.literal, role, true));
    }
  });
  return onlyItem(items) ?? { kind: 'sequence', items };
}

/** Longer runs of characters are rarely one word. */
const maxRun = 4;
/** Runs of Hiragana up to this length are mostly particles. */
const maxParticle = 2;
const hiragana = /^\p{sc=Hira}/u;
const katakana = /^\p{scx=Kana}/u;
const hangul = /^\p{sc=Hang}/u;
/** Particles of Korean at the end of a word. */
const koreanParticle =
  /(?:에서|으로|까지|부터|에게|한테|이나|라고|하고|은|는|이|가|을|를|의|에|로|와|과|도|만)$/u;

const scriptOf = ({ kind, literal }: Unit): string => {
  if (kind !== 'pair') return 'word';
  if (hiragana.test(literal)) return 'hiragana';
  if (katakana.test(literal)) return 'katakana';
  return hangul.test(literal) ? 'hangul' : 'other';
};

/** Units in a row. */
type Run = [Unit, ...Unit[]];

/** Splits units where the script changes, and around words. */
function runsOf(units: readonly Unit[]): Run[] {
  const runs: Run[] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    const script = scriptOf(unit);
    if (last !== undefined && script !== 'word' && unit.joined && scriptOf(last[0]) === script)
      last.push(unit);
    else runs.push([unit]);
  }
  return runs;
}

/**
 * Returns what a text without blanks asks for, if it is more than one word: all of its words, in any order. A change of the script
 * is a boundary of words in Japanese, and short runs of Hiragana are particles. Long runs are split by the dictionaries of
 * Unicode's library; only searches need them, so an index does not depend on their version. Korean words are also found without
 * their particle.
 */
export function withoutOrder(units: readonly Unit[]): SearchNode | undefined {
  if (!units.some(({ kind }) => kind === 'pair')) return undefined;
  const base = withoutParticle(units);
  if (base !== undefined) return sequenceOf(base, { role: 'stem' });
  const runs = runsOf(units).flatMap((run) => wordsOfRun(run));
  const isParticle = (run: Run): boolean =>
    run[0].kind === 'pair' &&
    (run.length === 1 || (scriptOf(run[0]) === 'hiragana' && run.length <= maxParticle));
  const words = runs.every(isParticle) ? runs : runs.filter((run) => !isParticle(run));
  if (onlyItem(words)?.length === units.length) return undefined;
  return allOf(words.map((run) => sequenceOf(run, { role: 'part' })));
}

let dictionaries: Intl.Segmenter | undefined;

/** Splits a long run of characters into words. Long runs of Katakana and Hangul are words. */
function wordsOfRun(run: Run): Run[] {
  const script = scriptOf(run[0]);
  if (run.length <= maxRun || script === 'katakana' || script === 'hangul') return [run];
  dictionaries ??= new Intl.Segmenter('en', { granularity: 'word' });
  const words: Run[] = [];
  let end = 0;
  const boundaries = new Set(
    Array.from(dictionaries.segment(run.map(({ literal }) => literal).join('')), ({ index }) => index),
  );
  for (const unit of run) {
    const last = words.at(-1);
    if (last === undefined || boundaries.has(end)) words.push([unit]);
    else last.push(unit);
    end += unit.literal.length;
  }
  return words;
}

function withoutParticle(run: readonly Unit[]): readonly Unit[] | undefined {
  if (!run.every((unit) => scriptOf(unit) === 'hangul')) return undefined;
  const particle = koreanParticle.exec(run.map(({ literal }) => literal).join(''))?.[0].length ?? 0;
  return particle > 0 && run.length - particle >= 2 ? run.slice(0, run.length - particle) : undefined;
}
