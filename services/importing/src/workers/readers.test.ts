import { type SourceFiles, SourceProblem, sourceNames } from '@parley/archive';
import { expect, it } from 'vitest';
import { readerFor } from './readers.ts';

const nothing: SourceFiles = {
  name: 'archive.zip',
  findings: [],
  list: () => [].values(),
  has: () => false,
  entry: () => {
    throw new Error('There are no files.');
  },
  sizeOf: () => undefined,
  open: () => {
    throw new Error('There are no files.');
  },
};

it('has a reader for every source that can be named, but for Teams, and says why', async () => {
  for (const name of sourceNames.filter((each) => each !== 'teams'))
    expect((await readerFor(nothing, name)).name).toBe(name);
  await expect(readerFor(nothing, 'teams')).rejects.toThrow(
    /^Microsoft Teams cannot be imported: it has no export with whole conversations/,
  );
});

it('does not guess a source that it does not recognise', async () => {
  await expect(readerFor(nothing, '')).rejects.toThrow('Name it with --from.');
});

it('says what is wrong with the files by which it would recognise an archive', async () => {
  const finding = {
    kind: 'finding',
    finding: 'zip-bomb',
    where: 'import.jsonl',
    example: 'It is large.',
  } as const;
  await expect(readerFor({ ...nothing, findings: [finding] }, '')).rejects.toThrow(
    'Something was left out: import.jsonl: It is large.',
  );
  const damaged: SourceFiles = {
    ...nothing,
    list: () => [{ path: 'import.jsonl', size: 5, number: 0 }].values(),
    // biome-ignore lint/correctness/useYield: it fails
    async *open(path) {
      throw new SourceProblem('broken-archive', path, 'The file is damaged in the archive.');
    },
  };
  await expect(readerFor(damaged, '')).rejects.toThrow(
    'Something is wrong: import.jsonl: The file is damaged in the archive.',
  );
});
