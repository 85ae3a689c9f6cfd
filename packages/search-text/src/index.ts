export { type AnalyzedTerm, type AnalyzedText, analysisVersion, analyzeText } from './analyzing/analyze.ts';
export type { StemmedLanguage } from './analyzing/stems.ts';
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
export { contextLine } from './highlighting/context-line.ts';
export { highlightHtml, highlightPlainText, highlightStemmed } from './highlighting/highlight-html.ts';
export { matches } from './queries/matches.ts';
export { parseSearch, type SearchOptions } from './queries/parse.ts';
export { tsqueryOf, tsvectorOf } from './queries/tsquery.ts';
export {
  correctedOperand,
  languagesOfSearch,
  stemsOfForms,
  termsOfStem,
} from './queries/typos.ts';
