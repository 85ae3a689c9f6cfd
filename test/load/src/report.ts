import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A measured figure, its target, and what a minimal program reaches that does only the unavoidable work: the lower bound of a time
 * or of a cost.
 */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The lower bound, measured in the same run with a minimal program; undefined without one. */
  limit?: number;
  aim?: string;
  met?: boolean;
  /** The value in a smaller organization, and the position in the tables of the scenario `growth`. */
  growth?: Growth;
  /** Whether the command fails if the target is missed. */
  isRequired?: boolean;
  /** How the figure was measured, including the number of rounds. */
  method: string;
};

/** Comparison of a figure between two organizations of different sizes. */
export type Growth = {
  table: 'services' | 'requests';
  what: string;
  measure: 'start' | 'memory after the start' | 'memory in use' | 'CPU' | 'p50' | 'answer' | 'longest pause';
  /** Value in the smaller organization. */
  smaller: number;
};

/** Returns a figure whose target is an upper limit: the target is met if the value is at most `aim`. */
export const maximum = ({
  aim,
  ...figure
}: Pick<Figure, 'name' | 'value' | 'unit' | 'method'> & { aim: number }): Figure => ({
  ...figure,
  aim: `≤ ${aim.toLocaleString('en')} ${figure.unit}`,
  met: figure.value <= aim,
});

/** Returns a figure whose target is mandatory: the command fails if it is missed. */
export const required = (figure: Figure): Figure => ({ ...figure, isRequired: true });

const round = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

export const withUnit = (value: number, unit: string): string => `${round(value)} ${unit}`.trimEnd();

/** Formats figures as a Markdown table for a page of docs/performance. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, limit, aim, met }) => [
    name,
    withUnit(value, unit),
    limit === undefined ? '' : withUnit(limit, unit),
    aim ?? '',
    met === undefined ? '' : met ? 'yes' : 'no',
  ]);
  return renderRows([['figure', 'measured', 'raw limit, same run', 'aim', 'met'], ...rows]);
}

/** Formats a Markdown table. The first row is the header. */
export function renderRows(table: readonly (readonly string[])[]): string {
  const widths = table[0]!.map((_title, column) => Math.max(...table.map((row) => row[column]!.length), 3));
  const lines = table.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** Writes the figures as JSON to a file, by default in the folder `results`. Returns the file's path. */
export function writeResults(
  figures: readonly Figure[],
  machine: Record<string, unknown>,
  file = join(import.meta.dirname, '../results', `${new Date().toISOString().replaceAll(':', '-')}.json`),
): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  return file;
}
