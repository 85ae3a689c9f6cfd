import { parseSearch } from '@parley/search-text';
import { describe, expect, it } from 'vitest';
import { forEachWord, tsqueriesFor } from './text-query.ts';

describe('conditions for the index of terms', () => {
  it.each([
    ['zzq ', ["'zzq'"]],
    ['zzq yyq ', ["'zzq'", "'yyq'"]],
    // What the index cannot look up by itself stands beside something that it can.
    ['zzq yyq -xxq ', ["('zzq' & !'xxq')", "'yyq'"]],
    ['-xxq zzq ', ["('zzq' & !'xxq')"]],
    ['zzq OR -xxq yyq ', ["('yyq' & ('zzq' | !'xxq'))"]],
    ['', ["'#none'"]],
  ])('of %j are one for each that it can look up', (operand, expected) => {
    const withoutStems = (tsquery: string) =>
      tsquery.replaceAll(/ \| '~[^']*'/g, '').replaceAll(/\(('[^']*')\)/g, '$1');
    expect(tsqueriesFor(parseSearch(operand)).map(withoutStems)).toEqual(expected);
  });
});

describe('searches for one of the words around an OR', () => {
  it('ask for everything else, too', () => {
    const operandsOf = (operand: string) =>
      forEachWord(parseSearch(operand)).map(({ only, length }) => [JSON.stringify(only.root), length]);
    const rootOf = (operand: string) => JSON.stringify(parseSearch(operand).root);
    expect(operandsOf('red blue OR green -sea ')).toEqual([
      [rootOf('red blue -sea '), 4],
      [rootOf('red green -sea '), 5],
    ]);
    expect(operandsOf('red blue')).toEqual([]);
  });
});
