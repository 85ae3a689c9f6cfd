import { errors } from '@parley/core';
import { sql } from '@parley/db';
import { parseSearch, SearchError, type SearchExpression } from '@parley/search-text';
import { isSelective } from '../domain/searching/text-query.ts';
import type { Operator } from './types.ts';

/** `search:word "some words" -other one OR two`: selects messages whose content and topic fit the operand (docs/api/search.md). */
export const search: Operator<string> = {
  names: ['search'],
  parse(operand) {
    if (typeof operand !== 'string') throw errors.badNarrow('search must be a text');
    expressionOf(operand);
    return operand;
  },
  compile(operand, facts) {
    const expression = facts.searchExpression(expressionOf(operand), operand);
    return {
      condition: sql`true`,
      searchText: { expression, operand },
      ...(isSelective(expression) && { isSelective: true }),
    };
  },
};

/** Reads the operand. @throws BAD_NARROW when it is too long */
function expressionOf(operand: string): SearchExpression {
  try {
    return parseSearch(operand);
  } catch (error) {
    if (error instanceof SearchError) throw errors.badNarrow('search is too long');
    throw error;
  }
}
