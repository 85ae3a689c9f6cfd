import { describe, expect, it } from 'vitest';
import { codePoints, hasVisibleText } from './text.ts';

describe('a name without visible characters', () => {
  it.each([
    ['nothing', ''],
    ['spaces', ' \u00a0\u3000'],
    ['white space of controls', '\t\n\u0085'],
    ['separators', '\u2028\u2029'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['direction marks', '\u200e\u202e\u2066'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['a blank Braille pattern', '\u2800'],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['tags', '\u{e0041}\u{e0020}'],
    ['interlinear annotation', '\ufff9\ufffa\ufffb'],
    ['an Arabic number sign, which needs a number', '\u0600'],
  ])('is a name of %s', (_what, text) => expect(hasVisibleText(text)).toBe(false));

  it('is not a name with one visible character', () => {
    for (const text of ['a', ' é ', '\u200dक', '👩\u200d💻', '中', '\u2801']) {
      expect({ text, isVisible: hasVisibleText(text) }).toEqual({ text, isVisible: true });
    }
  });
});

it('counts characters outside the basic plane once', () => {
  expect(['', 'ab', '👩', 'a👩b', '\ud83d', '\udc69\ud83d'].map(codePoints)).toEqual([0, 2, 1, 3, 1, 2]);
});
