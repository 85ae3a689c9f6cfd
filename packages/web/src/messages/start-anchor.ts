import type { Narrow } from '@parley/client';

/**
 * Returns where the view of a narrow begins: at the first unread message, and in a search at the newest result, whether
 * read or not.
 */
export const startAnchorOf = (narrow: Narrow): 'first_unread' | 'newest' =>
  narrow.some(({ operator, negated }) => operator === 'search' && !negated) ? 'newest' : 'first_unread';
