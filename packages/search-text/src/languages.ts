import { eld } from 'eld/extrasmall';
import { type StemmedLanguage, stemmedLanguages } from './stems.ts';

/** Detection is linear in the length, and the start of a text says enough. */
const maxLength = 600;
/** A second language counts when its score comes this close to the best one. Short texts are often ambiguous. */
const closeScore = 0.9;

const detector = eld.newInstance();
const supported: ReadonlySet<string> = new Set(stemmedLanguages);
/** Malay and Indonesian are too similar to tell them apart, and have one stemmer. */
const stemmedAs = (code: string): string => (code === 'ms' ? 'id' : code);
const isStemmed = (code: string): code is StemmedLanguage => supported.has(code);

/** Returns the one or two most probable languages of a text whose words can be stemmed; none when another language fits best. */
export function languagesOf(text: string): StemmedLanguage[] {
  const result = detector.detect(text.slice(0, maxLength));
  const best = stemmedAs(result.language);
  if (best === '') return ['en'];
  const languages = isStemmed(best) ? [best] : [];
  const [first, second] = Object.entries(result.getScores());
  if (first === undefined || second === undefined || second[1] < first[1] * closeScore) return languages;
  const other = stemmedAs(second[0]);
  if (isStemmed(other) && !languages.includes(other)) languages.push(other);
  return languages;
}
