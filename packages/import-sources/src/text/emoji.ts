import { firstItem } from '@parley/core';
import { emojiCodeToNames, emojiNameToCode } from '@parley/markdown';
import iamcal from './iamcal-names.json' with { type: 'json' };
import joypixels from './joypixels-names.json' with { type: 'json' };

/** The list after which a source names emoji: `iamcal` is that of Slack and Mattermost, `joypixels` that of Rocket.Chat. */
export type EmojiNames = 'iamcal' | 'joypixels';

const codesByName = new Map(Object.entries(emojiNameToCode()));
const nameByCode = new Map(
  Object.entries(emojiCodeToNames()).map(([code, names]) => [code, firstItem(names)]),
);

/** Codes of the names that are unknown here or mean another emoji. The files hold the names of each code, separated by blanks. */
const invert = (list: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(list).flatMap(([code, names]) => names.split(' ').map((name) => [name, code])));
const differing: Readonly<Record<EmojiNames, Map<string, string>>> = {
  iamcal: invert(iamcal),
  joypixels: invert(joypixels),
};

/** The color of skin at the end of a name, as the sources write it. */
const skinTone =
  /(?:::?skin-tone-[1-6]|_tone[1-5]|_(?:light|medium_light|medium|medium_dark|dark)_skin_tone|_(?:light|medium-light|medium|medium-dark|dark)-skin-tone):?$/;

/**
 * Returns the name that Parley has for an emoji of Unicode; undefined if there is none. Colors of skin are left out, because
 * Parley's emoji have none.
 * @param name the source's name, without colons at its ends
 */
export function unicodeEmojiName(name: string, names: EmojiNames): string | undefined {
  const plain = name.replace(skinTone, '');
  const letters = /^flag[-_]([a-z]{2})$/.exec(plain)?.[1];
  const code = letters
    ? [...letters].map(regionalIndicator).join('-')
    : (differing[names].get(plain) ?? codesByName.get(plain) ?? codesByName.get(plain.replaceAll('-', '_')));
  return code === undefined ? undefined : nameByCode.get(code);
}

/** Returns the name that Parley has for an emoji's character or code (`1f44d`, `1f1e9-1f1ea`); undefined if there is none. */
export function emojiNameOfCode(code: string): string | undefined {
  const parts = code
    .toLowerCase()
    .split('-')
    .filter((part) => part !== 'fe0f')
    .map((part) => part.padStart(4, '0'));
  const found = nameByCode.get(parts.join('-'));
  if (found !== undefined) return found;
  return nameByCode.get(parts.filter((part) => !/^1f3f[b-f]$/.test(part)).join('-'));
}

/** Returns whether a name ends with a color of skin, which gets lost. */
export const hasSkinTone = (name: string): boolean => skinTone.test(name);

const regionalIndicator = (letter: string): string => (letter.charCodeAt(0) - 0x61 + 0x1f1e6).toString(16);
