import { tokensOf } from '../analyzing/tokens.ts';
import type { Unit } from '../analyzing/units.ts';
import {
  type AnyNode,
  type AnyOfTerms,
  type SearchExpression,
  type SearchNode,
  type SequenceNode,
  stemMark,
  type TermNode,
} from '../expression.ts';

/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the stems of a word in small letters. */
export type StemsOfWord = (small: string) => readonly string[];

/** A place in a text with the literal terms that stand there. */
interface Place extends TextRange {
  readonly unit: Unit;
  readonly term: string;
  /** The end of the second character of a pair. */
  readonly endOfTerm: number;
  /** The stems of the word, once they are known. */
  stems?: readonly string[];
}

interface Text {
  readonly places: readonly Place[];
  /** Terms of several units, with their range. */
  readonly wholes: readonly (TextRange & { readonly term: string })[];
  readonly stemsOfWord: StemsOfWord | undefined;
}

/**
 * Returns the parts of a text that an expression found, in ascending order, without overlaps. The text is what a person reads, not
 * Markdown. What is excluded is not highlighted.
 *
 * @param stemsOfWord without it, words that begin with a searched stem and are little longer are highlighted. Browsers need no
 *   stemmers this way.
 */
export function highlight(
  text: string,
  expression: SearchExpression,
  stemsOfWord?: StemsOfWord,
): TextRange[] {
  const ranges: TextRange[] = [];
  collect(expression.root, read(text, stemsOfWord), ranges);
  return merged(ranges);
}

function read(text: string, stemsOfWord: StemsOfWord | undefined): Text {
  const places: Place[] = [];
  const wholes: (TextRange & { term: string })[] = [];
  for (const token of tokensOf(text)) {
    token.units.forEach((unit, index) => {
      const next = token.units[index + 1];
      const isPair = unit.kind === 'pair' && next?.kind === 'pair' && next.joined;
      const term = isPair ? unit.literal + next.literal : unit.literal;
      places.push({ unit, term, start: unit.start, end: unit.end, endOfTerm: isPair ? next.end : unit.end });
    });
    for (const { term, first, last } of token.wholes) {
      const [from, to] = [token.units[first], token.units[last]];
      if (from && to) wholes.push({ term, start: from.start, end: to.end });
    }
  }
  return { places, wholes, stemsOfWord };
}

function collect(node: SearchNode, text: Text, ranges: TextRange[]): void {
  switch (node.kind) {
    case 'term':
      for (const place of text.places) if (fits(node, place, text)) ranges.push(rangeOf(node, place));
      for (const whole of text.wholes) if (fitsTerm(node, whole.term)) ranges.push(whole);
      break;
    case 'sequence':
      collectSequence(node, text, ranges);
      break;
    case 'any':
      collectAny(node, text, ranges);
      break;
    case 'all':
      for (const item of node.items) collect(item, text, ranges);
      break;
    case 'not':
      break;
  }
}

/** Plain terms among the alternatives of a node, and the others. A misspelt word has more than a thousand alternatives. */
interface Alternatives {
  readonly plain: ReadonlyMap<string, TermNode>;
  readonly others: readonly SearchNode[];
}

const alternatives = new WeakMap<AnyNode | AnyOfTerms, Alternatives>();

function alternativesOf(node: AnyNode | AnyOfTerms): Alternatives {
  let known = alternatives.get(node);
  if (known === undefined) {
    const items: readonly SearchNode[] = node.items;
    const isPlain = (item: SearchNode): item is TermNode => item.kind === 'term' && !item.prefix;
    const plain = new Map(items.filter(isPlain).map((item) => [item.term, item]));
    known = { plain, others: items.filter((item) => !isPlain(item)) };
    alternatives.set(node, known);
  }
  return known;
}

function collectAny(node: AnyNode | AnyOfTerms, text: Text, ranges: TextRange[]): void {
  const { plain, others } = alternativesOf(node);
  for (const place of text.places) {
    for (const term of termsAt(place, text)) {
      const found = plain.get(term);
      if (found !== undefined && fits(found, place, text)) ranges.push(rangeOf(found, place));
    }
  }
  for (const whole of text.wholes) if (plain.has(whole.term)) ranges.push(whole);
  for (const item of others) collect(item, text, ranges);
}

const fitsTerm = ({ term, prefix }: TermNode, other: string): boolean =>
  prefix ? other.startsWith(term) : other === term;

/** Longest ending that a word has beyond its stem where no stemmer is loaded, and the shortest such stem. */
const maxEnding = 3;
const minStem = 4;

function fits(node: TermNode, place: Place, text: Text): boolean {
  if (fitsTerm(node, place.term) || place.unit.also.some((form) => fitsTerm(node, form))) return true;
  const isMarked = node.term.startsWith(stemMark);
  if (node.role !== 'stem' && !isMarked) return false;
  return stemsAt(place, text).includes(isMarked ? node.term.slice(stemMark.length) : node.term);
}

/** Returns the stems of a word, or what may be its stem where no stemmer is loaded. */
function stemsAt(place: Place, { stemsOfWord }: Text): readonly string[] {
  place.stems ??=
    place.unit.small === '' ? [] : (stemsOfWord?.(place.unit.small) ?? beginningsOf(place.unit.literal));
  return place.stems;
}

const beginningsOf = (literal: string): string[] =>
  Array.from({ length: maxEnding + 1 }, (_, ending) => literal.slice(0, literal.length - ending)).filter(
    (stem) => stem.length >= minStem,
  );

/** Returns all terms that may stand at a place. */
const termsAt = (place: Place, text: Text): string[] => [
  ...new Set([
    place.term,
    ...place.unit.also,
    ...stemsAt(place, text).flatMap((stem) => [stemMark + stem, stem]),
  ]),
];

/** Returns what a term covers: one character when it is only the first one of a pair. */
const rangeOf = (node: TermNode, place: Place): TextRange => ({
  start: place.start,
  end: node.prefix && node.term === place.unit.literal ? place.end : place.endOfTerm,
});

function collectSequence({ items }: SequenceNode, text: Text, ranges: TextRange[]): void {
  for (let first = 0; first + items.length <= text.places.length; first++) {
    let start: number | undefined;
    let end = 0;
    for (const [offset, item] of items.entries()) {
      const place = text.places[first + offset];
      const terms = item.kind === 'term' ? [item] : item.items;
      const found = place && terms.find((node) => fits(node, place, text));
      if (place === undefined || found === undefined) {
        start = undefined;
        break;
      }
      const range = rangeOf(found, place);
      start ??= range.start;
      end = Math.max(end, range.end);
    }
    if (start !== undefined) ranges.push({ start, end });
  }
}

function merged(ranges: TextRange[]): TextRange[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
