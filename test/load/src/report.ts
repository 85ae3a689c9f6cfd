import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One measured figure with its raw limit and its target. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** The raw limit that was measured in the same run, when the scenario has one. */
  limit?: number;
  aim?: string;
  met?: boolean;
  /** The same in a smaller organization, and the place in the tables of the scenario `growth`. */
  growth?: Growth;
  /** Whether the command fails when the target is not met. */
  isRequired?: boolean;
  /** Description of the measurement, with the number of rounds. */
  method: string;
};

/** A comparison of two organizations of different sizes. */
export type Growth = {
  table: 'services' | 'requests';
  what: string;
  measure: 'start' | 'memory after the start' | 'memory in use' | 'CPU' | 'p50' | 'answer' | 'longest pause';
  /** The value in the smaller organization. */
  smaller: number;
};

/** Returns a figure that meets its target when it is at most that. */
export const maximum = ({
  aim,
  ...figure
}: Pick<Figure, 'name' | 'value' | 'unit' | 'method'> & { aim: number }): Figure => ({
  ...figure,
  aim: `≤ ${aim.toLocaleString('en')} ${figure.unit}`,
  met: figure.value <= aim,
});

/** Returns a figure whose target must be met: otherwise the command fails. */
export const required = (figure: Figure): Figure => ({ ...figure, isRequired: true });

const round = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

export const withUnit = (value: number, unit: string): string => `${round(value)} ${unit}`.trimEnd();

/** Formats figures as a Markdown table for docs/performance.md. */
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

/** Formats a Markdown table. The first row is its head. */
export function renderRows(table: readonly (readonly string[])[]): string {
  const widths = table[0]!.map((_title, column) => Math.max(...table.map((row) => row[column]!.length), 3));
  const lines = table.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** Writes the figures as JSON to a file, by default to one in `results`. Returns its path. */
export function writeResults(
  figures: readonly Figure[],
  machine: Record<string, unknown>,
  file = join(import.meta.dirname, '../results', `${new Date().toISOString().replaceAll(':', '-')}.json`),
): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  return file;
}
