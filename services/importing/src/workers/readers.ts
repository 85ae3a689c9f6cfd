import { parleyReader, type SourceFiles, SourceProblem, type SourceReader } from '@parley/archive';
import { sourceReaders } from '@parley/import-sources';

const readers: readonly SourceReader[] = [parleyReader, ...sourceReaders];

/** Why archives of a source that has a name cannot be imported (docs/decisions/moving-in.md). */
const unreadable: Readonly<Record<string, string>> = {
  teams:
    'Microsoft Teams cannot be imported: it has no export with whole conversations, and no file that a reader could rely on. See docs/decisions/moving-in.md.',
};

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
    throw new SourceProblem(
      'unknown-source',
      files.name,
      unreadable[from] ?? `Archives of ${from} cannot be imported.`,
    );
  }
  const certainties = await Promise.all(readers.map((reader) => reader.detect(files)));
  const best = Math.max(...certainties);
  const recognised = readers[certainties.indexOf(best)];
  if (recognised && best >= threshold) return recognised;
  const message = `The source of this archive is not recognised. Name it with --from.${await whatIsWrong(files)}`;
  throw new SourceProblem('unknown-source', files.name, message);
}

/** Files of an archive that is not recognised of which the beginning is read. */
const readFiles = 20;

/** Returns what is wrong with files by which an archive would have been recognised: they were left out, or are damaged. */
async function whatIsWrong(files: SourceFiles): Promise<string> {
  const [refused] = files.findings;
  if (refused) return ` Something was left out: ${refused.where}: ${refused.example}`;
  for (const { path } of files.list().take(readFiles)) {
    try {
      for await (const _chunk of files.open(path)) break;
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      return ` Something is wrong: ${error.where}: ${error.message}`;
    }
  }
  return '';
}
