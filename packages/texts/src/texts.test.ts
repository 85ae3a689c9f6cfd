import { describe, expect, it } from 'vitest';
import { languageOf, languages, preferredLanguage } from './language.ts';
import { textsIn, welcomeIn } from './texts.ts';

/** Returns all texts of a catalogue by their path. Functions are called with the numbers of their parameters in braces. */
function textsByPath(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value === 'function') {
    const given = Array.from({ length: value.length }, (_, at) => `{${at}}`);
    return new Map([[path, String(value(...given))]]);
  }
  return new Map(
    Object.entries(value as object).flatMap(([name, each]) => [...textsByPath(each, `${path}.${name}`)]),
  );
}

describe('the catalogue', () => {
  const english = textsByPath(textsIn('en'));
  const namedIn = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort();

  it.each(languages)('is complete in %s: the same texts with the same placeholders', (language) => {
    const translated = textsByPath(textsIn(language));
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of translated) {
      expect({ path, isEmpty: text.trim() === '' }).toEqual({ path, isEmpty: false });
      expect({ path, named: namedIn(text) }).toEqual({ path, named: namedIn(english.get(path)!) });
    }
  });

  it.each(languages.filter((language) => language !== 'en'))('is translated into %s', (language) => {
    const same = [...textsByPath(textsIn(language))].filter(([path, text]) => english.get(path) === text);
    // This word is the same in both languages.
    expect(same.map(([path]) => path)).toEqual(['.reports.reasons.spam']);
  });

  it('is English for languages without a translation', () => {
    expect(textsIn('fr')).toBe(textsIn('en'));
    expect(textsIn(undefined)).toBe(textsIn('en'));
    expect([languageOf('de-AT'), languageOf('de_DE'), languageOf('DE'), languageOf('den')]).toEqual([
      'de',
      'de',
      'de',
      'en',
    ]);
  });

  it('counts in singular and plural', () => {
    expect(textsIn('en').topics.movedHere(1, 'a', 'b')).toBe('A message was moved here from a by b.');
    expect(textsIn('en').topics.movedAway(3, 'a', 'b')).toBe(
      '3 messages were moved from this topic to a by b.',
    );
    expect(textsIn('de').channels.retention.days(1)).toBe('1 Tag');
    expect(textsIn('de').channels.people(2)).toBe('2 Personen');
  });
});

describe('the welcome message', () => {
  it('is translated unless the organization wrote its own', () => {
    const { welcome } = textsIn('en');
    expect(welcomeIn('de', welcome)).toBe(textsIn('de').welcome);
    expect(welcomeIn('en', welcome)).toBe(welcome);
    expect(welcomeIn('de', 'Our own words')).toBe('Our own words');
  });
});

describe('Accept-Language', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['fr', undefined],
    ['de', 'de'],
    ['en-US,en;q=0.9', 'en'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'en'],
    ['de;q=0.5, en;q=0.8', 'en'],
    ['*', undefined],
    ['fr, *;q=0.5, de;q=0.1', undefined],
    ['de, *;q=0.5', 'de'],
    ['de;q=0, en', 'en'],
    ['de;q=nonsense', undefined],
    [`${'xx,'.repeat(100)}de`, undefined],
  ] as const)('%j prefers %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
