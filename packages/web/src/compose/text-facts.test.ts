import { expect, it } from 'vitest';
import { areSameFacts, textFactsOf } from './text-facts.ts';

it('finds whether a text is empty, blank or too long', () => {
  expect(textFactsOf('', 10)).toEqual({
    isEmpty: true,
    isBlank: true,
    excess: 0,
    mentionsEveryone: false,
    mentions: [],
  });
  expect(textFactsOf(' \n', 10)).toMatchObject({ isEmpty: false, isBlank: true });
  expect(textFactsOf('twelve chars', 10)).toMatchObject({ isBlank: false, excess: 2 });
  // The server counts an emoji as one character.
  expect(textFactsOf('👩'.repeat(10), 10)).toMatchObject({ excess: 0 });
  expect(textFactsOf('👩'.repeat(12), 10)).toMatchObject({ excess: 2 });
});

it('finds mentions of everyone where the parser does: not within words, in code, in quotations, or silent', () => {
  const mentions = (text: string) => textFactsOf(text, 100).mentionsEveryone;
  expect(mentions('@**all** please')).toBe(true);
  expect(mentions('please,\n@**channel**')).toBe(true);
  expect(mentions('(@**everyone**)')).toBe(true);
  expect(mentions('資料を@**stream**')).toBe(true);
  for (const text of ['x@**all**', '`@**all**`', '```\n@**all**\n```', '> @**all**', '@_**all**', '@*all*'])
    expect(mentions(text), text).toBe(false);
  expect(mentions('@**alice**')).toBe(false);
});

it('facts are equal while a text grows, so that the compose box is not rendered again', () => {
  expect(areSameFacts(textFactsOf('a', 10), textFactsOf('ab', 10))).toBe(true);
  expect(areSameFacts(textFactsOf('', 10), textFactsOf('a', 10))).toBe(false);
  expect(areSameFacts(textFactsOf('abc', 2), textFactsOf('abcd', 2))).toBe(false);
});
