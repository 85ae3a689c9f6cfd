import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints, hasVisibleText, shorten } from './text.ts';

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

describe('a shortened text', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abc...'],
    ['👩👩👩👩👩👩', 6, '👩👩👩👩👩👩'],
    ['👩👩👩👩👩👩👩', 6, '👩👩👩...'],
    // A family is five code points, and e with an accent is two.
    ['a👨‍👩‍👧bcdefgh', 8, 'a...'],
    ['abe\u0301defgh', 6, 'ab...'],
    [`🇩🇪🇫🇷🇮🇹🇪🇸`, 7, '🇩🇪🇫🇷...'],
    ['ab\r\ncdef', 6, 'ab...'],
  ])('of %j with at most %i code points is %j', (text, limit, expected) => {
    expect(shorten(text, limit, '...')).toBe(expected);
  });

  it('has at most the given length, and never a part of a character', () => {
    const part = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '👩',
      '👨‍👩‍👧',
      'e\u0301',
      '🇩🇪',
      '각',
      'ก็',
      '\u200d',
      'ﷺ',
      '👍🏽',
      '한',
    );
    const segmenter = new Intl.Segmenter();
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 3, max: 40 }), (parts, limit) => {
        const text = parts.join('');
        const short = shorten(text, limit, '...');
        expect(codePoints(short)).toBeLessThanOrEqual(limit);
        const kept = codePoints(text) <= limit ? text : short.slice(0, -'...'.length);
        expect(short).toBe(kept === text ? text : `${kept}...`);
        const ends = [...Array.from(segmenter.segment(text), ({ index }) => index), text.length];
        expect(ends).toContain(kept.length);
      }),
    );
  });

  it('is made in bounded time of any text', () => {
    for (const character of ['a', '👩', '\u200d', '\u0301', '🇩', '\ud83d']) {
      const start = process.cpuUsage();
      for (let turn = 0; turn < 20; turn++) shorten(character.repeat(500_000), 10_000, '...');
      expect(process.cpuUsage(start).user, character).toBeLessThan(2_000_000);
    }
  });
});
