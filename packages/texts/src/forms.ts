/** What a catalogue of texts contains, and how a text is filled in. */

/**
 * A text with parameters in braces: `Remove {name}`. One of several forms is chosen either by the plural category of the parameter
 * `count` in the language (CLDR), or by the value of the parameter that `select` names; `other` is for everything else.
 */
export type Text = string | PluralForms | SelectForms;
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
type SelectForms = Readonly<Record<string, string> & { select: string; other: string }>;

const categories = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** Returns whether an object of a catalogue is one text in several forms, and not several texts. */
export const isForms = (value: object): value is Exclude<Text, string> =>
  'select' in value || ('other' in value && Object.keys(value).every((name) => categories.has(name)));

/** Value of a parameter: numbers, times and lists are written as in the reader's language and region. */
export type TextParameter = string | number | Date | readonly string[];
export type TextParameters = Readonly<Record<string, TextParameter>>;

/** How a language chooses forms, and writes numbers, times and lists. */
export type LanguageRules = {
  /** The language of the texts, whose plural rules apply. */
  readonly plurals: Intl.PluralRules;
  /** Language tag with the region, which determines formats. */
  readonly region: string;
};

function formOf(text: Text, parameters: TextParameters, { plurals }: LanguageRules): string {
  if (typeof text === 'string') return text;
  if ('select' in text) return text[String(parameters[text.select as string])] ?? text.other;
  return (text as PluralForms)[plurals.select(Number(parameters.count))] ?? text.other;
}

/** Chooses the form of a text and fills in its parameters. */
export function fillText(text: Text, parameters: TextParameters, rules: LanguageRules): string {
  const form = formOf(text, parameters, rules);
  if (!form.includes('{')) return form;
  return form.replaceAll(/\{(\w+)\}/g, (whole, key: string) => {
    const value = parameters[key];
    // Keeps braces of unknown parameters: some texts show the syntax of patterns, which contains braces.
    return value === undefined ? whole : written(value, rules.region);
  });
}

function written(value: TextParameter, region: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return value.toLocaleString(region);
  if (value instanceof Date) return value.toLocaleString(region);
  return new Intl.ListFormat(region).format(value);
}
