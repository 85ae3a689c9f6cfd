import type { Language } from '../language.ts';
import { type ErrorTemplate, germanErrors } from './german.ts';

type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** An English error text without placeholders. */
export type PlainErrorText = {
  [Template in ErrorTemplate]: [Placeholders<Template>] extends [never] ? Template : never;
}[ErrorTemplate];

/** The value of a placeholder. An `ErrorText` is translated into the language of the text around it. */
export type ErrorTextValue = string | number | ErrorText;

/** A text of the catalogue as callers give it. */
export type ErrorMessage = PlainErrorText | ErrorText;

/** An {@link ErrorText} as JSON between services. */
export type EncodedErrorText = {
  readonly template: string;
  readonly values?: Readonly<Record<string, string | number | EncodedErrorText>>;
};

/**
 * An English template with placeholders (`{name}`), and their values. The template is also the key of its translations.
 */
class ErrorText {
  readonly template: string;
  readonly values: Readonly<Record<string, ErrorTextValue>>;

  constructor(template: string, values: Readonly<Record<string, ErrorTextValue>>) {
    this.template = template;
    this.values = values;
  }

  /** Returns the text in a language; in English when the catalogue has no translation. */
  in(language: Language): string {
    return translated(this.template, language).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      if (!Object.hasOwn(this.values, name)) return placeholder;
      const value = this.values[name]!;
      return value instanceof ErrorText ? value.in(language) : String(value);
    });
  }
}

export type { ErrorText };

const translations: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  de: germanErrors,
};

/** Returns the template in a language; unchanged when the catalogue does not have it. */
function translated(template: string, language: Language): string {
  if (language === 'en') return template;
  const all = translations[language];
  return Object.hasOwn(all, template) ? all[template]! : template;
}

/** Returns a text of the catalogue with the values of its placeholders. */
export function errorText<const Template extends ErrorTemplate>(
  template: Template,
  ...[values]: Template extends PlainErrorText
    ? []
    : [values: { readonly [Name in Placeholders<Template>]: ErrorTextValue }]
): ErrorText {
  return new ErrorText(template, (values as Readonly<Record<string, ErrorTextValue>> | undefined) ?? {});
}

/** Returns a text from outside the codebase, such as a library's. It is translated only if the catalogue has it. */
export const foreignErrorText = (text: string): ErrorText => new ErrorText(text, {});

/** Returns the text of a message. */
export const errorTextOf = (message: ErrorMessage): ErrorText =>
  typeof message === 'string' ? new ErrorText(message, {}) : message;

/** Longest value in a message to another service, in characters: an error travels in a header. */
const maxValueLength = 500;

/** Returns a text as JSON for another service. */
export const encodeErrorText = ({ template, values }: ErrorText): EncodedErrorText => ({
  template,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, value.slice(0, maxValueLength).toWellFormed()];
      return [name, value instanceof ErrorText ? encodeErrorText(value) : value];
    }),
  ),
});

/** Returns the text that another service encoded. */
export const decodeErrorText = ({ template, values = {} }: EncodedErrorText): ErrorText =>
  new ErrorText(
    template,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'object' ? decodeErrorText(value) : value,
      ]),
    ),
  );
