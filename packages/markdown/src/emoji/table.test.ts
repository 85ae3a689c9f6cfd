import { describe, expect, it } from 'vitest';
import { preferredNames } from './preferred-names.ts';
import { emojiCode, emojiCodeToNames, unicodeEmoji, unicodeEmojiName } from './table.ts';

describe('emoji', () => {
  it.each([
    ['smile', '1f642'],
    ['+1', '1f44d'],
    ['thumbs_up', '1f44d'],
    ['working_on_it', '1f6e0'],
    ['hammer_and_wrench', '1f6e0'],
    ['tada', '1f389'],
    ['octopus', '1f419'],
    ['heart', '2764'],
    ['car', '1f697'],
    ['us', '1f1fa-1f1f8'],
    ['zero', '0030-20e3'],
    ['rainbow_flag', '1f3f3-200d-1f308'],
  ])('%s is %s', (name, code) => {
    expect(unicodeEmoji(name)).toBe(code);
  });

  it('codes are hex without variation selectors', () => {
    expect(emojiCode('❤️')).toBe('2764');
    expect(emojiCode('👩‍💻')).toBe('1f469-200d-1f4bb');
    expect(emojiCode('©️')).toBe('00a9');
  });

  it('are a table that agrees with itself', () => {
    const table = emojiCodeToNames();
    expect(Object.keys(table).length).toBeGreaterThan(1_800);
    const names = Object.values(table).flat();
    expect(new Set(names).size).toBe(names.length);
    for (const [code, list] of Object.entries(table)) {
      expect(code).toMatch(/^[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*$/);
      expect(unicodeEmojiName(code)).toBe(list[0]);
      for (const name of list) expect(unicodeEmoji(name)).toBe(code);
    }
  });

  it('with preferred names exist, and are shown by the first', () => {
    for (const [code, names] of Object.entries(preferredNames)) {
      expect(unicodeEmojiName(code)).toBe(names.split(' ')[0]);
      expect(emojiCodeToNames()[code]!.length, code).toBeGreaterThan(0);
      const characters = String.fromCodePoint(Number.parseInt(code, 16));
      expect(characters).toMatch(/^\p{Emoji}$/u);
    }
  });

  it('that do not exist are undefined', () => {
    for (const name of ['', 'constructor', '__proto__', 'no_such_emoji'])
      expect(unicodeEmoji(name)).toBeUndefined();
  });
});
