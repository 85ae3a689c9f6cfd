/** Supported languages. The first one is the fallback for all unsupported languages. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/**
 * Returns the supported language for a language tag (`de`, `de-AT` or `de_AT`), or English when the language is unsupported.
 */
export const languageOf = (tag: string | undefined): Language => find(tag ?? '') ?? languages[0];

function find(tag: string): Language | undefined {
  const primary = tag.split(/[-_]/, 1)[0]!.toLowerCase();
  return languages.find((language) => language === primary);
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
