/** Filters that are always offered beside the results. */

import type { SearchText } from '../texts.ts';
import type { Filter } from './filters.ts';

/** Times that the panel offers, each with the key of its text. */
export const periods: readonly (readonly [Filter, SearchText])[] = [
  [{ operator: 'during', operand: 'today' }, 'dayToday'],
  [{ operator: 'during', operand: 'yesterday' }, 'dayYesterday'],
  [{ operator: 'during', operand: 'this week' }, 'dayThisWeek'],
  [{ operator: 'during', operand: 'last week' }, 'dayLastWeek'],
  [{ operator: 'during', operand: 'last month' }, 'dayLastMonth'],
];

/** What the panel offers of the contents of messages and of what became of them, each with the key of its text. */
export const contents: readonly (readonly [Filter, SearchText])[] = [
  [{ operator: 'has', operand: 'link' }, 'withLink'],
  [{ operator: 'has', operand: 'attachment' }, 'withFile'],
  [{ operator: 'filetype', operand: 'image' }, 'fileImage'],
  [{ operator: 'filetype', operand: 'document' }, 'fileDocument'],
  [{ operator: 'has', operand: 'reaction' }, 'withReaction'],
  [{ operator: 'mentions', operand: 'me' }, 'mentionsMe'],
  [{ operator: 'is', operand: 'starred' }, 'starred'],
  [{ operator: 'is', operand: 'unread' }, 'unread'],
];
