import { gemoji } from 'gemoji';
import data from 'unicode-emoji-json/data-by-emoji.json' with { type: 'json' };
import clientNames from './client-names.json' with { type: 'json' };
import { furtherNames } from './further-names.ts';

type Entry = { name: string; slug: string };

/** Returns the hex code points joined by `-`, without variation selectors, as clients name an emoji's picture. */
export function emojiCode(characters: string): string {
  const codes: string[] = [];
  for (const char of characters) {
    const code = char.codePointAt(0)!;
    if (code !== 0xfe0f) codes.push(code.toString(16).padStart(4, '0'));
  }
  return codes.join('-');
}

const namesByCode = new Map<string, string[]>();
const codeByName = new Map<string, string>();

function add(code: string, name: string): void {
  if (codeByName.has(name) || !/^[a-z0-9_+-]+$/.test(name)) return;
  codeByName.set(name, code);
  const names = namesByCode.get(code);
  if (names) names.push(name);
  else namesByCode.set(code, [name]);
}

// When several sources have a name, the first source decides its emoji. The first name of an emoji is its canonical
// name.
for (const [code, names] of Object.entries(clientNames)) {
  for (const name of names.split(' ')) add(code, name);
}
for (const [code, names] of Object.entries(furtherNames)) {
  for (const name of names.split(' ')) add(code, name);
}
for (const { emoji, names } of gemoji) {
  for (const name of names) add(emojiCode(emoji), name);
}
for (const [characters, { slug }] of Object.entries(data as Record<string, Entry>)) {
  add(emojiCode(characters), slug.replaceAll('-', '_'));
}

/** Returns the code of the Unicode emoji that has this name. */
export function unicodeEmoji(name: string): string | undefined {
  return codeByName.get(name);
}

/** Returns the canonical name of a Unicode emoji. */
export function unicodeEmojiName(code: string): string | undefined {
  return namesByCode.get(code)?.[0];
}

/** Returns the names of all Unicode emoji by code, the canonical name first. */
export function emojiCodeToNames(): Record<string, string[]> {
  return Object.fromEntries(Array.from(namesByCode, ([code, names]) => [code, [...names]]));
}

/** Returns the code of every Unicode emoji by each of its names. */
export function emojiNameToCode(): Record<string, string> {
  return Object.fromEntries(codeByName);
}
