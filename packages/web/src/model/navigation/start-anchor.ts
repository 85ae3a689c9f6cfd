import type { Narrow } from '@parley/client';

/** A search starts at its newest result, any other view at the first unread message. */
export const startAnchorOf = (narrow: Narrow): 'first_unread' | 'newest' =>
  narrow.some(({ operator, negated }) => operator === 'search' && !negated) ? 'newest' : 'first_unread';
