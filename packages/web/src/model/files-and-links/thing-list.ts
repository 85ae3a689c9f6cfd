/** Files and links as a list that people filter. No DOM. */
import { foldCase } from '@parley/client';

/** What people look for among files; everything else is one kind. */
const fileKinds = ['pictures', 'documents', 'recordings', 'others'] as const;
export type FileKind = (typeof fileKinds)[number];

const groups: Readonly<Record<string, FileKind>> = {
  image: 'pictures',
  document: 'documents',
  spreadsheet: 'documents',
  presentation: 'documents',
  video: 'recordings',
  audio: 'recordings',
};

/** Returns the group of a file, by its kind as searches know it. */
export const groupOfKind = (kind: string | undefined): FileKind => groups[kind ?? ''] ?? 'others';

/**
 * Returns the items whose words contain a text, and of these the ones of the chosen group. `present` has the groups that all items have,
 * in their order.
 */
export function filteredThings<T>(
  all: readonly T[],
  { text, kind }: { readonly text: string; readonly kind: FileKind | undefined },
  { kindOf, wordsOf }: { kindOf(thing: T): FileKind; wordsOf(thing: T): string },
): { readonly shown: readonly T[]; readonly present: readonly FileKind[] } {
  const wanted = foldCase(text.trim());
  const kinds = new Set(all.map(kindOf));
  return {
    shown: all.filter(
      (thing) =>
        (kind === undefined || kindOf(thing) === kind) &&
        (wanted === '' || foldCase(wordsOf(thing)).includes(wanted)),
    ),
    present: fileKinds.filter((each) => kinds.has(each)),
  };
}
