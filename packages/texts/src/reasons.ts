import { decodeErrorText, type ErrorText } from './error-text.ts';
import { errors, tools } from './gen/texts.ts';
import type { Language } from './language.ts';

/** Longest text that is compared with templates; reasons are shorter. */
const maxLength = 600;
/** Letters that a template must have besides its placeholders, so that it does not match everything. */
const minLetters = 3;
/** How deeply the value of a placeholder is translated, too. */
const maxDepth = 3;

type Template = { pattern: RegExp; names: readonly string[]; english: string; translated: string };
type Catalogue = { exact: ReadonlyMap<string, string>; templates: readonly Template[] };

const catalogues = new Map<Language, Catalogue>();

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const lettersOf = (template: string): number => template.replaceAll(/\{\w+\}|[^\p{L}]/gu, '').length;

/** Returns the texts of errors and tools in a language, those with placeholders as patterns, the most exact first. */
function catalogueOf(language: Exclude<Language, 'en'>): Catalogue {
  const exact = new Map(Object.entries({ ...errors[language], ...tools[language] }));
  const templates = [...exact]
    .filter(([text]) => /\{\w+\}/.test(text) && lettersOf(text) >= minLetters && text.length < maxLength)
    .sort(([one], [other]) => lettersOf(other) - lettersOf(one))
    .map(([text, translated]): Template => {
      const parts = text.split(/\{(\w+)\}/);
      return {
        names: parts.filter((_, at) => at % 2 === 1),
        pattern: new RegExp(
          `^${parts.map((part, at) => (at % 2 === 1 ? '(.+?)' : escaped(part))).join('')}$`,
          's',
        ),
        english: text,
        translated,
      };
    });
  return { exact, templates };
}

/**
 * Returns why a delivery ended as it did, in a language. Reasons are stored in English, with their values, because they are for everybody who
 * reads the list; so the template is found again by its words. What has no translation stays English.
 */
export function reasonText(language: Language, english: string): string {
  if (language === 'en' || english.length > maxLength) return english;
  return translated(known(language), english, maxDepth);
}

/** Returns a reason as an error text, for an error that somebody sees. What has no translation stays English. */
export function reasonErrorText(english: string): ErrorText {
  if (english.length > maxLength) return decodeErrorText({ template: english });
  // The keys of all languages are the same English texts.
  const { exact, templates } = known('de');
  const found = exact.has(english) ? undefined : templates.find(({ pattern }) => pattern.test(english));
  const values = found?.pattern.exec(english)?.slice(1);
  if (!found || !values) return decodeErrorText({ template: english });
  return decodeErrorText({
    template: found.english,
    values: Object.fromEntries(found.names.map((name, at) => [name, values[at] ?? ''])),
  });
}

function known(language: Exclude<Language, 'en'>): Catalogue {
  const catalogue = catalogues.get(language) ?? catalogueOf(language);
  catalogues.set(language, catalogue);
  return catalogue;
}

function translated({ exact, templates }: Catalogue, text: string, depth: number): string {
  const whole = exact.get(text);
  if (whole !== undefined || depth === 0) return whole ?? text;
  for (const { pattern, names, translated: template } of templates) {
    const values = pattern.exec(text)?.slice(1);
    if (!values) continue;
    return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[names.indexOf(name)];
      return value === undefined ? placeholder : translated({ exact, templates }, value, depth - 1);
    });
  }
  return text;
}
