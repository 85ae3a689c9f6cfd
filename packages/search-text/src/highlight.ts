import type { SearchExpression, SearchNode, SequenceNode, TermNode } from './expression.ts';
import { tokensOf } from './tokens.ts';
import type { Unit } from './units.ts';

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
      wholes.push({ term, start: token.units[first]!.start, end: token.units[last]!.end });
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
    case 'all':
      for (const item of node.items) collect(item, text, ranges);
      break;
    case 'not':
      break;
  }
}

const fitsTerm = ({ term, prefix }: TermNode, other: string): boolean =>
  prefix ? other.startsWith(term) : other === term;

/** Longest ending that a word has beyond its stem where no stemmer is loaded, and the shortest such stem. */
const maxEnding = 3;
const minStem = 4;

function fits(node: TermNode, place: Place, { stemsOfWord }: Text): boolean {
  if (fitsTerm(node, place.term) || place.unit.also.some((form) => fitsTerm(node, form))) return true;
  if (node.role !== 'stem' || place.unit.small === '') return false;
  const stem = node.term.replace(/^~/, '');
  if (stemsOfWord !== undefined) return stemsOfWord(place.unit.small).includes(stem);
  const { literal } = place.unit;
  return stem.length >= minStem && literal.startsWith(stem) && literal.length - stem.length <= maxEnding;
}

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
      const place = text.places[first + offset]!;
      const terms = item.kind === 'term' ? [item] : item.items;
      const found = terms.find((node) => fits(node, place, text));
      if (found === undefined) {
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
