import { describe, expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { render } from '../index.ts';

// Some scripts have no blanks between words, so what people refer to stands directly beside letters.

const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const spaced = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Devanagari', 'Georgian', 'Armenian'];

/** Returns letters of a script: all of a small one, and some of a large one. */
function lettersOf(script: string, wanted = 60): string[] {
  const pattern = new RegExp(`^(?=\\p{Script=${script}})\\p{L}$`, 'u');
  const all: string[] = [];
  for (let point = 0x41; point < 0x32000; point++) {
    const letter = String.fromCodePoint(point);
    if (pattern.test(letter)) all.push(letter);
  }
  const step = Math.max(1, Math.floor(all.length / wanted));
  return all.filter((_, index) => index % step === 0);
}

const references = [
  ['@**Iago**', 'user-mention'],
  ['@_**Iago**', 'user-mention silent'],
  ['@**Iago|8**', 'user-mention'],
  ['@*support*', 'user-group-mention'],
  ['@**all**', 'channel-wildcard-mention'],
  ['@**topic**', 'topic-mention'],
  ['#**design**', 'stream'],
  [':tada:', 'emoji'],
] as const;

const htmlOf = (content: string) => render(content, createContext({ linkifiers: [] })).html;

describe.each(scripts)('beside letters of %s', (script) => {
  it.each(references)('%s refers to what it names', (reference, name) => {
    for (const letter of lettersOf(script)) {
      const html = htmlOf(`${letter}${reference}${letter}`);
      expect(html, letter).toMatch(new RegExp(`^<p>${letter}<(?:span|a)[^>]*class="[^"]*${name}`));
      expect(html.endsWith(`${letter}</p>`), letter).toBe(true);
    }
  });
});

it.each(spaced)('a mention within a word of %s is text', (script) => {
  for (const letter of lettersOf(script, 20)) {
    expect(htmlOf(`${letter}@**Iago**`), letter).toBe(`<p>${letter}@<strong>Iago</strong></p>`);
  }
});
