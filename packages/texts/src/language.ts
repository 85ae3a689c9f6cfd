/** Languages of the catalogue. The first one replaces every other language. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Returns the language of the catalogue for a language tag (`de`, `de-AT`, `de_AT`); English when there is none. */
export const languageOf = (tag: string | undefined): Language => find(tag ?? '') ?? languages[0];

function find(tag: string): Language | undefined {
  const primary = tag.split(/[-_]/, 1)[0]!.toLowerCase();
  return languages.find((language) => language === primary);
}

/** Maximum number of entries of a header that are read. */
const maxEntries = 20;

/**
 * Returns the language of the catalogue that an `Accept-Language` header prefers (RFC 9110, 12.5.4); undefined when it
 * names none of them, or when it prefers `*` (any language) to them.
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
