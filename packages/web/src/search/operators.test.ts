import type { Store } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { parseSearch } from './operators.ts';

const parse = (text: string) => parseSearch(text, {} as Store);

describe('a search', () => {
  it('has operators whose operand is a message ID', () => {
    expect(parse('with:12 near:34 noodles')).toEqual([
      { operator: 'with', operand: 12 },
      { operator: 'near', operand: 34 },
      { operator: 'search', operand: 'noodles' },
    ]);
    expect(parse('near:tomorrow')).toEqual([]);
  });

  it('negates only operators that the server can negate', () => {
    expect(parse('-has:link')).toEqual([{ operator: 'has', operand: 'link', negated: true }]);
    expect(parse('-near:34')).toEqual([{ operator: 'search', operand: '-near:34' }]);
  });

  it('accepts earlier names of operators', () => {
    expect(parse('streams:public subject:lunch')).toEqual([
      { operator: 'channels', operand: 'public' },
      { operator: 'topic', operand: 'lunch' },
    ]);
  });
});
