/** The character before stems. Literal forms never begin with it. */
export const stemMark = '~';

/** How a term relates to what was typed. Exact terms rank above all others. */
export type TermRole = 'exact' | 'prefix' | 'part' | 'stem' | 'emoji' | 'typo';

/** A term of the index. */
export interface TermNode {
  readonly kind: 'term';
  readonly term: string;
  /** Whether all terms match that begin with it. */
  readonly prefix: boolean;
  readonly role: TermRole;
}

/** Terms at adjacent positions, in this order. An item with alternatives has only terms. */
export interface SequenceNode {
  readonly kind: 'sequence';
  readonly items: readonly (TermNode | AnyOfTerms)[];
}

/** Alternatives at one position. */
export interface AnyOfTerms {
  readonly kind: 'any';
  readonly items: readonly TermNode[];
}

export interface AnyNode {
  readonly kind: 'any';
  readonly items: readonly SearchNode[];
  /** Whether `OR` stands between the alternatives: they are words of their own, and not forms of one word. */
  readonly ofWords?: true;
}

export interface AllNode {
  readonly kind: 'all';
  readonly items: readonly SearchNode[];
}

export interface NotNode {
  readonly kind: 'not';
  readonly item: SearchNode;
}

/** A condition on the terms of one text. */
export type SearchNode = TermNode | SequenceNode | AnyNode | AllNode | NotNode;

/** A word of a search, for highlighting and corrections. */
export interface SearchWord {
  /** The folded form. */
  readonly literal: string;
  /** Its range in the operand. */
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** Whether texts with it are excluded. */
  readonly excluded: boolean;
}

/** A parsed operand of `search`. */
export interface SearchExpression {
  /** The condition; it holds for no text when `all` has no items. */
  readonly root: AllNode;
  readonly words: readonly SearchWord[];
}

/** Why an operand cannot be searched for. */
export type SearchErrorCode = 'too_long' | 'too_many_words';

/** A refused operand. */
export class SearchError extends Error {
  readonly code: SearchErrorCode;

  constructor(code: SearchErrorCode, message: string) {
    super(message);
    this.name = 'SearchError';
    this.code = code;
  }
}
