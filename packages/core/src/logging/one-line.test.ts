import { expect, it } from 'vitest';
import { oneLine } from './one-line.ts';

it.each([
  ['a name that starts another header', 'Ann\r\nBcc: all@x.example', 'Ann Bcc: all@x.example'],
  ['blanks around and within', ' two\t\t words \n', 'two words'],
  ['separators of Unicode', 'a\u2028b\u2029c', 'a b c'],
  ['what no line can show', 'a\u0000b\ud800c\uffffd', 'a b c d'],
  ['letters, marks and emoji', 'Zoë 👩‍🚀 שלום', 'Zoë 👩‍🚀 שלום'],
])('puts %s on one line', (_what, text, line) => {
  expect(oneLine(text)).toBe(line);
});
