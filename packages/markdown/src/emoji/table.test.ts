import { describe, expect, it } from 'vitest';
import clientNames from './client-names.json' with { type: 'json' };
import { furtherNames } from './further-names.ts';
import { emojiCode, emojiCodeToNames, emojiNameToCode, unicodeEmoji, unicodeEmojiName } from './table.ts';

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

  it('have hexadecimal codes without variation selectors', () => {
    expect(emojiCode('❤️')).toBe('2764');
    expect(emojiCode('👩‍💻')).toBe('1f469-200d-1f4bb');
    expect(emojiCode('©️')).toBe('00a9');
  });

  it('have a consistent table', () => {
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

  it.each([
    ['cat', '1f408'],
    ['dog', '1f415'],
    ['cow', '1f404'],
    ['cool', '1f192'],
    ['moon', '1f319'],
  ])('%s has the code that clients know', (name, code) => {
    expect(unicodeEmoji(name)).toBe(code);
  });

  it('have every name that clients know, and show the canonical one', () => {
    for (const [code, names] of Object.entries(clientNames)) {
      expect(unicodeEmojiName(code)).toBe(names.split(' ')[0]);
      for (const name of names.split(' ')) expect(unicodeEmoji(name), name).toBe(code);
    }
  });

  it('have the further names', () => {
    for (const [code, names] of Object.entries(furtherNames)) {
      for (const name of names.split(' ')) expect(unicodeEmoji(name), name).toBe(code);
    }
  });

  it('have a code for every name and the reverse', () => {
    const names = emojiNameToCode();
    for (const [code, list] of Object.entries(emojiCodeToNames())) {
      for (const name of list) expect(names[name]).toBe(code);
    }
  });

  it('are undefined when they do not exist', () => {
    for (const name of ['', 'constructor', '__proto__', 'no_such_emoji'])
      expect(unicodeEmoji(name)).toBeUndefined();
  });
});
