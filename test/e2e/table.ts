const isNone = (cell: string): boolean => cell === '0' || cell === 'none';

/** Formats an aligned table, as the repository's formatter does. A dash stands for none, so that everything else stands out. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, ...rows.map((row) => row.map(String).map((cell) => (isNone(cell) ? '–' : cell)))];
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)));
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
