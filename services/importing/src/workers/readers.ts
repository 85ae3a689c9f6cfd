import { parleyReader, type SourceFiles, SourceProblem, type SourceReader } from '@parley/archive';
import { sourceReaders } from '@parley/import-sources';

const readers: readonly SourceReader[] = [parleyReader, ...sourceReaders];

/** Below this certainty, a source is not recognised. */
const threshold = 0.5;

/**
 * Returns the reader of a source: the one that is named, or the one that recognises the files.
 * @throws SourceProblem when there is none
 */
export async function readerFor(files: SourceFiles, from: string): Promise<SourceReader> {
  if (from !== '') {
    const named = readers.find(({ name }) => name === from);
    if (named) return named;
    throw new SourceProblem('unknown-source', files.name, `Archives of ${from} cannot be imported.`);
  }
  const certainties = await Promise.all(readers.map((reader) => reader.detect(files)));
  const best = Math.max(...certainties);
  if (best >= threshold) return readers[certainties.indexOf(best)]!;
  throw new SourceProblem(
    'unknown-source',
    files.name,
    'The source of this archive is not recognised. Name it with --from.',
  );
}
