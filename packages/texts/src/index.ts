/** Texts that the server shows and sends to people, by language. */
export type { Texts } from './en.ts';
export {
  decodeErrorText,
  type EncodedErrorText,
  type ErrorMessage,
  type ErrorText,
  encodeErrorText,
  errorText,
  errorTextOf,
  foreignErrorText,
  type PlainErrorText,
} from './errors/error-text.ts';
export { type Language, languageOf, preferredLanguage } from './language.ts';
export { textsIn, welcomeIn } from './texts.ts';
