import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('quotes commas, quotes and line breaks', () => {
  expect(
    toCsv([
      ['a', 'b,c'],
      ['say "hi"', 'two\nlines'],
    ]),
  ).toBe('a,"b,c"\r\n"say ""hi""","two\nlines"\r\n');
});

it('never lets a spreadsheet evaluate a text as a formula', () => {
  expect(toCsv([['=1+1', '+1', '-1', '@x']])).toBe("'=1+1,'+1,'-1,'@x\r\n");
});
