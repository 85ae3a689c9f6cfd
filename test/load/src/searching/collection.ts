import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A test collection of information retrieval: documents, searches, and which documents people judged relevant for each. */
export type Collection = {
  name: string;
  documents: { id: string; text: string }[];
  queries: { id: string; text: string }[];
  /** Degrees of relevance by document, by query. */
  judgments: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

/**
 * Reads a collection from a folder: either `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv` or `qrels/dev.tsv` (the form of BEIR and
 * MIRACL), or the forms of TREC: documents in `corpus/*.trec` or `doc-text.trec`, `query-text.trec` and `qrels`.
 *
 * @throws when the folder has neither
 */
export function readCollection(folder: string): Collection {
  const read = existsSync(join(folder, 'corpus.jsonl')) ? readLines(folder) : readTrec(folder);
  const queries = read.queries.filter(({ id }) => read.judgments.has(id));
  return { name: basename(folder), ...read, queries };
}

type Read = Omit<Collection, 'name'>;

function readLines(folder: string): Read {
  const objects = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { _id: string; title?: string; text: string });
  const split = ['test', 'dev'].find((name) => existsSync(join(folder, 'qrels', `${name}.tsv`)));
  if (split === undefined) throw new Error(`${folder} has no judgments: qrels/test.tsv or qrels/dev.tsv`);
  return {
    documents: objects('corpus.jsonl').map(({ _id: id, title = '', text }) => ({
      id,
      text: [title, text].filter((part) => part !== '').join('\n'),
    })),
    queries: objects('queries.jsonl').map(({ _id: id, text }) => ({ id, text })),
    judgments: judgmentsOf(
      rows(readFileSync(join(folder, 'qrels', `${split}.tsv`), 'utf8'))
        .filter(([query]) => query !== 'query-id')
        .map(([query, document, degree]) => [query, document, degree]),
    ),
  };
}

function readTrec(folder: string): Read {
  const corpus = ['corpus', '.'].map((name) => join(folder, name)).find(hasDocuments);
  if (corpus === undefined)
    throw new Error(`${folder} is no test collection: it has neither corpus.jsonl nor documents of TREC`);
  const documents = documentFiles(corpus).flatMap((file) => {
    const text = readFileSync(join(corpus, file), 'utf8');
    return Array.from(
      text.matchAll(/<DOC>\s*<DOCNO>\s*(\S+?)\s*<\/DOCNO>(.*?)<\/DOC>/gis),
      ([, id = '', body = '']) => ({ id, text: plain(body) }),
    );
  });
  const queries = Array.from(
    readFileSync(join(folder, 'query-text.trec'), 'utf8').matchAll(
      /<top>\s*<num>\s*(?:Number:)?\s*(\S+?)\s*(?:<\/num>|\n)\s*<title>(.*?)(?:<\/title>|<desc>|<\/top>)/gis,
    ),
    ([, id = '', title = '']) => ({ id, text: plain(title) }),
  );
  const judgments = judgmentsOf(
    rows(readFileSync(join(folder, 'qrels'), 'utf8')).map(([query, , document, degree]) => [
      query,
      document,
      degree,
    ]),
  );
  return { documents, queries, judgments };
}

const documentFiles = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /\.trec$|^doc-text/.test(name) && !name.startsWith('query'));

const hasDocuments = (folder: string): boolean =>
  existsSync(folder) && statSync(folder).isDirectory() && documentFiles(folder).length > 0;

const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const rows = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first !== '');

function judgmentsOf(
  judged: readonly (string | undefined)[][],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const judgments = new Map<string, Map<string, number>>();
  for (const [query = '', document = '', degree] of judged) {
    const ofQuery = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, ofQuery.set(document, Number(degree)));
  }
  return judgments;
}

/** Number of words that a search may have. */
const maxWords = 50;

/** Short words of Hiragana are particles, which are nearly everywhere. */
const particle = /^\p{sc=Hira}{1,2}$/u;

/** Returns a question as an operand of `search`: its words with `OR` between them, and no beginning of a word. */
export function operandOf(question: string): string {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(question);
  const words = Array.from(segments, ({ segment, isWordLike }) => (isWordLike ? segment : '')).filter(
    (word) => word !== '' && word !== 'OR' && !particle.test(word),
  );
  return `${[...new Set(words)].slice(0, maxWords).join(' OR ')} `;
}

/** Returns nDCG@10 as `trec_eval` computes it: the discounted degrees of relevance of the first ten, in parts of the best possible. */
export function ndcgAt10(found: readonly string[], judged: ReadonlyMap<string, number>): number {
  const discounted = (degrees: readonly number[]): number =>
    degrees.slice(0, 10).reduce((sum, degree, index) => sum + Math.max(degree, 0) / Math.log2(index + 2), 0);
  const best = discounted([...judged.values()].toSorted((a, b) => b - a));
  return best === 0 ? 0 : discounted(found.map((id) => judged.get(id) ?? 0)) / best;
}
