import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './processes.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/clients.md');

/** A row of a table. The first cell is the row's key. */
export type Row = readonly [key: string, ...cells: string[]];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
const lineOf = (row: Row): string => `| ${row.map(cell).join(' | ')} |`;

let isClosed = false;

/** Makes later updates of the tables do nothing. Failures while the deployment stops are not results. */
export function closeReport(): void {
  isClosed = true;
}

/**
 * Replaces rows of the table in docs/clients.md that follows the marker `<!-- table: NAME -->`. Rows whose keys are not in
 * `rows` stay, so that a run with some clients keeps the results of the others. `order` lists all keys in their order. Rows
 * with unknown keys are removed.
 */
export function updateTable(name: string, rows: readonly Row[], order: readonly string[]): void {
  if (isClosed) return;
  const text = readFileSync(page, 'utf8');
  const start = text.indexOf(`<!-- table: ${name} -->`);
  if (start === -1) throw new Error(`docs/clients.md has no table ${name}.`);
  const lines = text.slice(start).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const count = lines.slice(first).findIndex((line) => !line.startsWith('|'));
  const table = lines.slice(first, first + (count === -1 ? lines.length : count));
  const keyOf = (line: string) => line.split('|')[1]!.trim();
  for (const row of rows) {
    const index = table.findIndex((line) => keyOf(line) === cell(row[0]));
    if (index === -1) table.push(lineOf(row));
    else table[index] = lineOf(row);
  }
  const sorted = order.flatMap((key) => table.slice(2).filter((line) => keyOf(line) === cell(key)));
  lines.splice(first, count === -1 ? lines.length : count, ...table.slice(0, 2), ...sorted);
  writeFileSync(page, text.slice(0, start) + lines.join('\n'));
}

/** Formats the tables as the linter requires. */
export async function formatReport(): Promise<void> {
  if (isClosed) return;
  await runToEnd([join(root, 'node_modules/.bin/biome'), 'check', '--write', page], { cwd: root });
}
