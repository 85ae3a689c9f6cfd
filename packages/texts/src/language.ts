import { catalogues } from './gen/texts.ts';

/** A language in which the server writes: a folder of `texts`. */
export type Language = keyof typeof catalogues;

/** All languages in which the server writes. */
const languages = Object.keys(catalogues) as readonly Language[];

/**
 * Returns the supported language for a language tag (`de`, `de-AT` or `de_AT`: the same with its region, if there is one), or English when the language is unsupported.
 */
export const languageOf = (tag: string | undefined): Language => find(tag ?? '') ?? 'en';

function find(tag: string): Language | undefined {
  const whole = tag.replaceAll('_', '-').toLowerCase();
  const [primary] = whole.split('-', 1);
  const called = (name: string | undefined) => languages.find((language) => language.toLowerCase() === name);
  return called(whole) ?? called(primary);
}

/** Maximum number of entries that are read from an `Accept-Language` header. */
const maxEntries = 20;

/**
 * Returns the supported language that an `Accept-Language` header prefers (RFC 9110, 12.5.4). Returns undefined when the header
 * names no supported language, or gives a higher priority to `*` (any language).
 */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const accepted = (header ?? '')
    .split(',', maxEntries)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of accepted) {
    if (tag === '*') return undefined;
    const language = find(tag);
    if (language) return language;
  }
  return undefined;
}
