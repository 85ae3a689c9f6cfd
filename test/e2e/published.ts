/** Reads and merges rows of published tables, so that a run of some tests keeps the rows of the others. */

/** A row of a table: its cells, of which the first one names it. */
export type Row = readonly string[];

/** Returns the rows of the table with these columns in a Markdown text; none when there is no such table. */
export function publishedRows(text: string, header: Row): Row[] {
  const lines = text.split('\n').map(cellsOf);
  const start = lines.findIndex((cells) => isSame(cells, header));
  if (start < 0) return [];
  const rows = lines.slice(start + 2);
  const end = rows.indexOf(undefined);
  return (end < 0 ? rows : rows.slice(0, end)) as Row[];
}

/**
 * Returns the published rows, in which measured rows replace those of the same name, and the other measured rows.
 * @param order the first words of names, in the order of the table; rows with other first words come last
 */
export function mergeRows(
  published: readonly Row[],
  measured: readonly Row[],
  order: readonly string[],
): Row[] {
  const byName = new Map(measured.map((row) => [row[0], row]));
  const known = new Set(published.map(([name]) => name));
  const merged = [
    ...published.map((row) => byName.get(row[0]) ?? row),
    ...measured.filter(([name]) => !known.has(name)),
  ];
  const placeOf = ([name]: Row) => {
    const place = order.indexOf(name!.split(' ')[0]!);
    return place < 0 ? order.length : place;
  };
  return merged.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the cells of a line of a table; undefined for other lines. */
function cellsOf(line: string): Row | undefined {
  if (!line.startsWith('| ')) return undefined;
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const isSame = (one: Row | undefined, other: Row): boolean =>
  one !== undefined && one.length === other.length && one.every((cell, at) => cell === other[at]);

/** Returns what must not happen to data and events, with its numbers; `none` when it did not happen. */
export function harmOf(row: Readonly<Record<'lost' | 'twice' | 'missed' | 'repeated', number>>): string {
  const kinds = ['lost', 'twice', 'missed', 'repeated'] as const;
  return (
    kinds
      .filter((kind) => row[kind] > 0)
      .map((kind) => `${row[kind]} ${kind}`)
      .join(', ') || 'none'
  );
}
