import { channelNameKey } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { parseChannelName, parseDescription } from './channel-name.ts';

describe('channel names', () => {
  it.each(['general', ' general ', 'Ünïcode', '日本語', '👩‍👩‍👧', 'a'.repeat(60), '😀'.repeat(60)])(
    'may be %j',
    (name) => {
      expect(parseChannelName(name)).toBe(name.trim().normalize('NFC'));
    },
  );

  it.each([
    ['', "can't be empty"],
    [' \t ', "can't be empty"],
    ['\u200d', "can't be empty"],
    ['\u200c \ufe0f', "can't be empty"],
    ['general\u3164', 'position 8'],
    ['gene\u00adral', 'position 5'],
    ['\u2800', "can't be empty"],
    ['x\u2800', 'position 2'],
    ['a'.repeat(61), 'too long'],
    ['😀'.repeat(61), 'too long'],
    ['a\0b', 'position 2'],
    ['tab\there', 'position 4'],
    ['a\nb', 'position 2'],
    ['\u202eevil', 'position 1'],
    ['zero\u200bwidth', 'position 5'],
    ['lone \ud800', 'position 6'],
    ['private \ue000', 'position 9'],
    ['unassigned \u0378', 'position 12'],
  ])('may not be %j', (name, why) => {
    expect(() => parseChannelName(name)).toThrow(why);
  });

  it.each([
    ['General', 'gENERAL'],
    ['é', 'e\u0301'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    [' x', 'X '],
  ])('are the same when they are %j and %j', (a, b) => {
    expect(channelNameKey(a)).toBe(channelNameKey(b));
  });

  it('differ in all other cases', () => {
    expect(channelNameKey('design')).not.toBe(channelNameKey('designs'));
    expect(channelNameKey('resume')).not.toBe(channelNameKey('résumé'));
  });
});

describe('descriptions', () => {
  it('are one line', () => expect(parseDescription(' a \r\n\n b ')).toBe('a b'));
  it('have a limit in code points', () => {
    expect(parseDescription('😀'.repeat(1024))).toHaveLength(2048);
    expect(() => parseDescription('x'.repeat(1025))).toThrow('too long');
    expect(() => parseDescription('a\0')).toThrow('null byte');
  });
});
