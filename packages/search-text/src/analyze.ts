import { emojiWithName } from './emoji.ts';
import { readableText } from './readable-text.ts';
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

/** The character before stems. Literal forms never begin with it. */
export const stemMark = '~';

/** Changes when equal texts can give other terms than before: an index of another version must be rebuilt. */
export const analysisVersion = `1 (Unicode ${process.versions['unicode']})`;

/** Limits of PostgreSQL's `tsvector`. */
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
    if (known === undefined) {
      const bytes = Buffer.byteLength(term) + 8;
      if (this.#bytes + bytes > maxBytes) return;
      this.#bytes += bytes;
      this.#positions.set(term, [position]);
    } else if (known.length < maxPositionsOfTerm && known.at(-1) !== position) {
      if (known.at(-1)! < position) known.push(position);
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
 * Text beyond the limits of PostgreSQL's `tsvector` is left out.
 */
export function analyzeText(markdown: string): AnalyzedText {
  const terms = new Terms();
  const tokens = tokensOf(readableText(markdown), emojiWithName);
  let position = 1;
  for (const token of tokens) {
    addToken(terms, token, position);
    position += token.units.length;
    if (position > maxPosition) break;
  }
  return { terms: terms.result() };
}

function addToken(terms: Terms, { units, wholes }: Token, first: number): void {
  units.forEach((unit, index) => {
    const position = first + index;
    if (position > maxPosition) return;
    terms.add(literalOf(unit, units[index + 1]), position);
    for (const term of unit.also) terms.add(term, position);
  });
  for (const whole of wholes) {
    if (first + whole.last > maxPosition) continue;
    terms.add(whole.term, first + whole.first);
    terms.add(whole.term, first + whole.last);
  }
}

/** Returns the literal term of a unit. Two adjacent characters of a script without blanks are one term. */
function literalOf(unit: Unit, next: Unit | undefined): string {
  return unit.kind === 'pair' && next?.kind === 'pair' && next.joined
    ? unit.literal + next.literal
    : unit.literal;
}
