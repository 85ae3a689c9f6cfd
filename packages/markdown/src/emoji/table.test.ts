import { describe, expect, it } from 'vitest';
import clientNames from './client-names.json' with { type: 'json' };
import { furtherNames } from './further-names.ts';
import newerClientNames from './newer-client-names.json' with { type: 'json' };
import {
  emojiCode,
  emojiCodeToNames,
  emojiNameToCode,
  isUnicodeEmoji,
  unicodeEmoji,
  unicodeEmojiName,
} from './table.ts';

/** Returns pairs of code and name from a list that contains the names of each code as one text, separated by blanks. */
const pairsOf = (list: Readonly<Record<string, string>>): [code: string, name: string][] =>
  Object.entries(list).flatMap(([code, names]) =>
    names.split(' ').map((name): [string, string] => [code, name]),
  );

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
  ])('%s has the code %s', (name, code) => {
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

  it('have the additional names of our own list', () => {
    for (const [code, name] of pairsOf(furtherNames)) expect(unicodeEmoji(name), name).toBe(code);
  });

  it('have every name that newer clients know, with the code that these clients send', () => {
    const pairs = pairsOf(newerClientNames);
    expect(pairs.length).toBeGreaterThan(1_300);
    for (const [code, name] of [...pairs, ...pairsOf(clientNames)]) {
      expect(isUnicodeEmoji(code, name), `${name} ${code}`).toBe(true);
    }
    for (const name of [
      'here',
      'reserved',
      'waxing',
      'jolly_roger',
      'flag_us_virgin_islands',
      'piñata',
      '空',
    ]) {
      expect(unicodeEmoji(name), name).toBeDefined();
    }
    expect(isUnicodeEmoji('1f419', 'tada')).toBe(false);
    expect(isUnicodeEmoji('1f419', '')).toBe(false);
  });

  it('resolve a name without a code as popular clients do', () => {
    const disputed = pairsOf(newerClientNames).filter(([code, name]) => unicodeEmoji(name) !== code);
    const meant = Object.fromEntries(disputed.map(([, name]) => [name, unicodeEmoji(name)]));
    expect(meant).toEqual({
      kiss: '1f617',
      cricket: '1f3cf',
      secret: '3299',
      beetle: '1f41e',
      scientist: '1f52c',
      receipt: '1f4c3',
    });
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
