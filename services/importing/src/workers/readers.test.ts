import { type SourceFiles, sourceNames } from '@parley/archive';
import { expect, it } from 'vitest';
import { readerFor } from './readers.ts';

const nothing: SourceFiles = {
  name: 'archive.zip',
  findings: [],
  list: () => [],
  has: () => false,
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
