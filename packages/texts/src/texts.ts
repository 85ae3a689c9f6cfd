import { fillText, isForms, type LanguageRules, type Text, type TextParameters } from './forms.ts';
import { catalogues, type TextsByArea } from './gen/texts.ts';
import { type Language, languageOf } from './language.ts';

/** The texts of one language, by area. Callers must escape names for Markdown and HTML. */
export type Texts = TextsByArea & { readonly language: Language };

type Entry = string | ((parameters: TextParameters) => string) | Entries;
type Entries = { readonly [name: string]: Entry };

/** Returns texts with functions in place of texts that have parameters. A text that is not translated stays English. */
function withFunctions(english: object, translated: object, rules: LanguageRules): Entries {
  return Object.fromEntries(
    Object.entries(english).map(([name, original]: [string, string | object]): [string, Entry] => {
      const text = (translated as Record<string, string | object>)[name] ?? original;
      if (typeof original === 'object' && !isForms(original))
        return [name, withFunctions(original, text as object, rules)];
      const hasParameters = typeof original === 'object' || /\{\w+\}/.test(original);
      return [
        name,
        hasParameters ? (parameters) => fillText(text as Text, parameters, rules) : (text as string),
      ];
    }),
  );
}

const loaded = new Map<Language, Texts>();

/** Returns the texts in a language of a person or organization, or in English when the language is unsupported. */
export function textsIn(tag: string | undefined): Texts {
  const language = languageOf(tag);
  let texts = loaded.get(language);
  if (!texts) {
    const rules = { plurals: new Intl.PluralRules(language), region: language };
    // The types of the functions are generated from the same English texts.
    texts = { ...withFunctions(catalogues.en, catalogues[language], rules), language } as unknown as Texts;
    loaded.set(language, texts);
  }
  return texts;
}

/**
 * Returns the welcome message in a language. Only the default welcome message is translated; a message that the organization
 * has changed is returned unchanged.
 * @param text the welcome message of the organization
 */
export const welcomeIn = (tag: string | undefined, text: string): string =>
  text === catalogues.en.conversations.welcome ? textsIn(tag).conversations.welcome : text;
