/** Texts that the server shows or sends to people, in every supported language. */
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
} from './error-text.ts';
export { type Language, languageOf, preferredLanguage } from './language.ts';
export { reasonErrorText, reasonText } from './reasons.ts';
export { type Texts, textsIn, welcomeIn } from './texts.ts';
export { toolText } from './tools.ts';
