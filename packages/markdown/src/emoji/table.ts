import { gemoji } from 'gemoji';
import data from 'unicode-emoji-json/data-by-emoji.json' with { type: 'json' };
import { preferredNames } from './preferred-names.ts';

type Entry = { name: string; slug: string };

/** Hex code points joined by `-`, without variation selectors: how clients name an emoji's picture. */
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

// The first to claim a name has it; an emoji's first name is the one it is shown by.
for (const [code, names] of Object.entries(preferredNames)) {
  for (const name of names.split(' ')) add(code, name);
}
for (const { emoji, names } of gemoji) {
  for (const name of names) add(emojiCode(emoji), name);
}
for (const [characters, { slug }] of Object.entries(data as Record<string, Entry>)) {
  add(emojiCode(characters), slug.replaceAll('-', '_'));
}

/** Code of a Unicode emoji by any of its names. */
export function unicodeEmoji(name: string): string | undefined {
  return codeByName.get(name);
}

/** The name a Unicode emoji is shown by. */
export function unicodeEmojiName(code: string): string | undefined {
  return namesByCode.get(code)?.[0];
}

/** All names of all Unicode emoji by code: what clients read at `server_emoji_data_url` as `code_to_names`. */
export function emojiCodeToNames(): Record<string, string[]> {
  return Object.fromEntries(Array.from(namesByCode, ([code, names]) => [code, [...names]]));
}
