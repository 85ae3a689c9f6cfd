export { type AnalyzedTerm, type AnalyzedText, analysisVersion, analyzeText } from './analyze.ts';
export { contextLine } from './context-line.ts';
export {
  type AllNode,
  type AnyNode,
  type AnyOfTerms,
  type NotNode,
  SearchError,
  type SearchErrorCode,
  type SearchExpression,
  type SearchNode,
  type SearchWord,
  type SequenceNode,
  stemMark,
  type TermNode,
  type TermRole,
} from './expression.ts';
export { highlightHtml, highlightPlainText, highlightStemmed } from './highlight-html.ts';
export { matches } from './matches.ts';
export { parseSearch, type SearchOptions } from './parse.ts';
export type { StemmedLanguage } from './stems.ts';
export { tsqueryOf, tsvectorOf } from './tsquery.ts';
export {
  correctedOperand,
  languagesOfSearch,
  stemsOfForms,
  termsOfStem,
} from './typos.ts';
