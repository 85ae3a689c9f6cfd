import { detectLanguages } from './detector.ts';
import { type StemmedLanguage, stemmedLanguages } from './stems.ts';

/** Detection is linear in the length, and the start of a text says enough. */
const maxLength = 600;
/** A second language counts when its score comes this close to the best one. Short texts are often ambiguous. */
const closeScore = 0.9;

const supported: ReadonlySet<string> = new Set(stemmedLanguages);
/** Malay and Indonesian are too similar to tell them apart, and have one stemmer. */
const stemmedAs = (code: string): string => (code === 'ms' ? 'id' : code);
const isStemmed = (code: string): code is StemmedLanguage => supported.has(code);

/** Returns the one or two most probable languages of a text whose words can be stemmed; none when another language fits best. */
export function languagesOf(text: string): StemmedLanguage[] {
  const [first, second] = detectLanguages(text.slice(0, maxLength));
  if (first === undefined) return ['en'];
  const best = stemmedAs(first.code);
  const languages = isStemmed(best) ? [best] : [];
  if (second === undefined || second.score < first.score * closeScore) return languages;
  const other = stemmedAs(second.code);
  if (isStemmed(other) && !languages.includes(other)) languages.push(other);
  return languages;
}
