import { gemoji } from 'gemoji';
import data from 'unicode-emoji-json/data-by-emoji.json' with { type: 'json' };
import clientNames from './client-names.json' with { type: 'json' };
import { furtherNames } from './further-names.ts';
import newerClientNames from './newer-client-names.json' with { type: 'json' };

type Entry = { name: string; slug: string };

/** Returns the code of an emoji: hexadecimal code points without variation selectors, joined by `-`, as clients name pictures. */
export function emojiCode(characters: string): string {
  const codes: string[] = [];
  for (const char of characters) {
    const code = char.codePointAt(0) ?? 0;
    if (code !== 0xfe0f) codes.push(code.toString(16).padStart(4, '0'));
  }
  return codes.join('-');
}

const namesByCode = new Map<string, string[]>();
const codeByName = new Map<string, string>();
/** Names that a source gives to an emoji although the name means another emoji, by code. */
const disputedNames = new Map<string, Set<string>>();

function add(code: string, name: string): void {
  const known = codeByName.get(name);
  if (known === code || !/^[\p{Ll}\p{Lm}\p{Lo}0-9_+-]+$/u.test(name)) return;
  if (known !== undefined) {
    disputedNames.set(code, (disputedNames.get(code) ?? new Set()).add(name));
    return;
  }
  codeByName.set(name, code);
  const names = namesByCode.get(code);
  if (names) names.push(name);
  else namesByCode.set(code, [name]);
}

// The sources have an order: when two of them use a name for different emoji, the first one decides what the name means. The
// first name of an emoji is its canonical name.
for (const source of [clientNames, newerClientNames, furtherNames]) {
  for (const [code, names] of Object.entries(source)) {
    for (const name of names.split(' ')) add(code, name);
  }
}
for (const { emoji, names } of gemoji) {
  for (const name of names) add(emojiCode(emoji), name);
}
for (const [characters, { slug }] of Object.entries(data as Record<string, Entry>)) {
  add(emojiCode(characters), slug.replaceAll('-', '_'));
}

/** Returns the code of the Unicode emoji with a name; undefined when there is none. */
export function unicodeEmoji(name: string): string | undefined {
  return codeByName.get(name);
}

export function isUnicodeEmoji(code: string, name: string): boolean {
  return codeByName.get(name) === code || disputedNames.get(code)?.has(name) === true;
}

export function unicodeEmojiName(code: string): string | undefined {
  return namesByCode.get(code)?.[0];
}

/** Returns the names of all Unicode emoji by code, the canonical name first. */
export function emojiCodeToNames(): Record<string, string[]> {
  return Object.fromEntries(Array.from(namesByCode, ([code, names]) => [code, [...names]]));
}

export function emojiNameToCode(): Record<string, string> {
  return Object.fromEntries(codeByName);
}

/** Returns the emoji of a code such as `1f469-200d-1f680`. */
export const emojiOfCode = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
