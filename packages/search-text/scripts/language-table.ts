import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

/** The modules of eld that it does not export. */
interface EldData {
  readonly ngramsData: {
    readonly languages: Readonly<Record<string, string>>;
    readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  readonly dictionary: readonly string[];
  readonly separators: RegExp;
}

/** Characters of an n-gram: four of a word, and blanks before and after it. */
const maxLength = 6;

/** Returns the content of `src/analyzing/language-table.json`, made from the package eld. */
export async function languageTable(): Promise<string> {
  const { ngramsData, dictionary, separators } = await eldData();
  const entries = Object.entries(ngramsData.ngrams).sort(([a], [b]) => (a < b ? -1 : 1));
  const characters = Array.from({ length: maxLength }, (_, column) =>
    entries.map(([ngram]) => (column < ngram.length ? ngram.charCodeAt(column) : 0)),
  );
  const scores = entries.map(([, byLanguage]) => Object.entries(byLanguage));
  const columns = [
    ...characters,
    scores.map(({ length }) => length),
    scores.flatMap((each) => each.map(([language]) => Number(language))),
    scores.flatMap((each) => each.map(([, score]) => score)),
  ].flat();
  if (columns.some((value) => !Number.isInteger(value) || value < 0 || value > 255))
    throw new Error('The table has values that are no bytes.');
  if (entries.some(([ngram]) => ngram.length > maxLength || ngram.includes('\0')))
    throw new Error('The table has n-grams of another form.');
  const [, letters] = /^\[\^(.*)\]\+\(\?<!\[\\x27\\x60\\u2019\]\)$/.exec(separators.source) ?? [];
  if (letters === undefined) throw new Error('eld separates words by another pattern.');
  const table = {
    languages: Object.values(ngramsData.languages).join(' '),
    letters,
    bytes: dictionary.slice(0x80).join(''),
    ngrams: entries.length,
    columns: brotliCompressSync(Uint8Array.from(columns)).toString('base64'),
  };
  return `${JSON.stringify(table, null, 2)}\n`;
}

async function eldData(): Promise<EldData> {
  const description = findPackageJSON('eld', import.meta.url);
  if (description === undefined) throw new Error('The package eld is not installed.');
  const modules = ['ngrams/extrasmall.js', 'dictionary.js', 'regexPatterns.js'].map(
    (file) => import(pathToFileURL(join(dirname(description), 'src', file)).href),
  );
  return Object.assign({}, ...(await Promise.all(modules))) as EldData;
}
