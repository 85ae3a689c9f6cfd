import type { Narrow } from '@parley/client';

/**
 * Returns where the view of a narrow (a message filter) starts: a search at its newest result, any other view at the first
 * unread message.
 */
export const startAnchorOf = (narrow: Narrow): 'first_unread' | 'newest' =>
  narrow.some(({ operator, negated }) => operator === 'search' && !negated) ? 'newest' : 'first_unread';
