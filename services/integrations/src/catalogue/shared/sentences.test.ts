import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameIn } from './sentences.ts';

it.each([
  ['Ann Roe <ann@example.com>', 'Ann Roe'],
  ['Ann Roe', 'Ann Roe'],
  ['<ann@example.com>', ''],
  ['Ann <Roe> <ann@example.com>', 'Ann <Roe>'],
  ['Ann > Roe', 'Ann > Roe'],
  ['a >>', 'a >>'],
])('finds the name in %j', (text, name) => expect(nameIn(text)).toBe(name));

it('finds the same name as the slow expression', () => {
  const text = fc.array(fc.constantFrom('<', '>', ' ', '\n', 'a')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (each) => {
      expect(nameIn(each)).toBe(each.replace(/\s*<[^>]*>$/, ''));
    }),
  );
});

it.each(['<', ' ', '>', '< >'])('finds the name in millions of %j', (part) => {
  // With an expression that begins again at each character, this takes hours.
  const text = `${part.repeat(2_000_000)}>`;
  expect(nameIn(text)).toBe(part === '<' ? '' : text);
});
