import { type ErrorName, errors, tools } from './gen/texts.ts';
import type { Language } from './language.ts';

/** With placeholders (`{name}`). A text without a translation does not compile. */
export type ErrorTemplate = ErrorName;

type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** An English error text without placeholders. */
export type PlainErrorText = {
  [Template in ErrorTemplate]: [Placeholders<Template>] extends [never] ? Template : never;
}[ErrorTemplate];

/** Value of a placeholder. An `ErrorText` as a value is translated into the language of the text that contains it. */
export type ErrorTextValue = string | number | ErrorText;

/** An error text as callers pass it. Only a text without placeholders may be a plain string. */
export type ErrorMessage = PlainErrorText | ErrorText;

/** The JSON form of an {@link ErrorText}, in which services send it to each other. */
export type EncodedErrorText = {
  readonly template: string;
  readonly values?: Readonly<Record<string, string | number | EncodedErrorText>>;
};

/** An English template with placeholders (`{name}`), which is also the key of its translations, and their values. */
class ErrorText {
  readonly template: string;
  readonly values: Readonly<Record<string, ErrorTextValue>>;

  constructor(template: string, values: Readonly<Record<string, ErrorTextValue>>) {
    this.template = template;
    this.values = values;
  }

  /** Returns the text in a language, or in English when there is no translation. */
  in(language: Language): string {
    return translated(this.template, language).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
      if (value === undefined) return placeholder;
      return value instanceof ErrorText ? value.in(language) : String(value);
    });
  }
}

export type { ErrorText };

/** Returns the translation of a template, or the template itself when there is none. */
function translated(template: string, language: Language): string {
  if (language === 'en') return template;
  const found = [errors[language], tools[language]].find((all) => Object.hasOwn(all, template));
  return (found as Readonly<Record<string, string>> | undefined)?.[template] ?? template;
}

/** Creates an error text from a template of the catalogue and the values of its placeholders. */
export function errorText<const Template extends ErrorTemplate>(
  template: Template,
  ...[values]: Template extends PlainErrorText
    ? []
    : [values: { readonly [Name in Placeholders<Template>]: ErrorTextValue }]
): ErrorText {
  return new ErrorText(template, (values as Readonly<Record<string, ErrorTextValue>> | undefined) ?? {});
}

/** Such as the error of a library. Only strings that happen to be in the catalogue are translated. */
export const foreignErrorText = (text: string): ErrorText => new ErrorText(text, {});

export const errorTextOf = (message: ErrorMessage): ErrorText =>
  typeof message === 'string' ? new ErrorText(message, {}) : message;

/** In characters. Services send errors in headers, whose size is limited. */
const maxValueLength = 500;

/** Converts an error text to JSON for another service, and shortens long values. */
export const encodeErrorText = ({ template, values }: ErrorText): EncodedErrorText => ({
  template,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, value.slice(0, maxValueLength).toWellFormed()];
      return [name, value instanceof ErrorText ? encodeErrorText(value) : value];
    }),
  ),
});

/** Restores an error text from the JSON that another service sent. */
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
