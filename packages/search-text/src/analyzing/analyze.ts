import { stemMark } from '../expression.ts';
import { stemsOfParts } from './compounds.ts';
import { emojiWithName } from './emoji.ts';
import { languagesOf } from './languages.ts';
import { readableText } from './readable-text.ts';
import { type StemmedLanguage, stemOf } from './stems.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Unit } from './units.ts';

/** A term and where it occurs, counted in words from 1. */
export interface AnalyzedTerm {
  /** A literal form, or a stem with `~` before it. */
  term: string;
  positions: number[];
}

/** The terms of a text, in the order of their first occurrence. */
export interface AnalyzedText {
  terms: AnalyzedTerm[];
}

/** Changes when equal texts can give other terms than before: an index of another version must be rebuilt. */
export const analysisVersion = `3 (Unicode ${process.versions.unicode})`;

/** Limits of PostgreSQL's `tsvector`, which gives the last position to all words after it. */
const maxPosition = 16_383;
const maxPositionsOfTerm = 255;
/** Below PostgreSQL's limit of 1 MiB, with room for positions. */
const maxBytes = 600_000;

/** Collects terms within the limits. */
class Terms {
  readonly #positions = new Map<string, number[]>();
  #bytes = 0;

  add(term: string, position: number): void {
    const known = this.#positions.get(term);
    const last = known?.at(-1);
    if (known === undefined || last === undefined) {
      const bytes = Buffer.byteLength(term) + 8;
      if (this.#bytes + bytes > maxBytes) return;
      this.#bytes += bytes;
      this.#positions.set(term, [position]);
    } else if (known.length < maxPositionsOfTerm && last !== position) {
      if (last < position) known.push(position);
      else if (!known.includes(position)) insertSorted(known, position);
    }
  }

  result(): AnalyzedTerm[] {
    return Array.from(this.#positions, ([term, positions]) => ({ term, positions }));
  }
}

function insertSorted(positions: number[], position: number): void {
  const index = positions.findIndex((other) => other > position);
  positions.splice(index === -1 ? positions.length : index, 0, position);
}

/**
 * Returns the terms of a message or topic in Markdown. Equal texts give equal terms on every machine that runs the same Node.
 * Words beyond the last position of PostgreSQL's `tsvector` get that position, as PostgreSQL does; terms beyond its size are left
 * out.
 */
export function analyzeText(markdown: string): AnalyzedText {
  const terms = new Terms();
  const text = readableText(markdown);
  const tokens = tokensOf(text, emojiWithName);
  const languages = tokens.some(({ units }) => units.some(isStemmed)) ? languagesOf(text) : [];
  let position = 1;
  for (const token of tokens) {
    addToken(terms, token, position, languages);
    position += token.units.length;
  }
  return { terms: terms.result() };
}

/** Shorter words are kept as they are: most of them are function words, and their stems save nothing. */
const minStemmedLength = 4;

const isStemmed = ({ small }: Unit): boolean => small.length >= minStemmedLength;

function addToken(
  terms: Terms,
  { units, wholes }: Token,
  first: number,
  languages: readonly StemmedLanguage[],
): void {
  units.forEach((unit, index) => {
    const position = Math.min(first + index, maxPosition);
    terms.add(literalOf(unit, units[index + 1]), position);
    for (const term of unit.also) terms.add(term, position);
    if (!isStemmed(unit)) return;
    for (const language of languages) {
      const stem = stemOf(unit.small, language);
      // A stem that equals the literal form would only enlarge the index: searches look for both forms of it.
      if (stem !== undefined && stem !== unit.literal) terms.add(stemMark + stem, position);
      for (const part of stemsOfParts(unit.small, language)) terms.add(stemMark + part, position);
    }
  });
  for (const whole of wholes) {
    terms.add(whole.term, Math.min(first + whole.first, maxPosition));
    terms.add(whole.term, Math.min(first + whole.last, maxPosition));
  }
}

/** Returns the literal term of a unit. Two adjacent characters of a script without blanks are one term. */
function literalOf(unit: Unit, next: Unit | undefined): string {
  return unit.kind === 'pair' && next?.kind === 'pair' && next.joined
    ? unit.literal + next.literal
    : unit.literal;
}
