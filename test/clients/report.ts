import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './processes.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/clients.md');

/** One row of a table: its first cell is its key. */
export type Row = readonly [key: string, ...cells: string[]];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
const lineOf = (row: Row): string => `| ${row.map(cell).join(' | ')} |`;

let isClosed = false;

/** Ignores later updates of the tables, because failures at the stop of the deployment are not results. */
export function closeReport(): void {
  isClosed = true;
}

/**
 * Replaces rows of a table of docs/clients.md, found by the marker `<!-- table: NAME -->` above it, and keeps the
 * order. Rows with other keys stay as they are, so that a run of some clients keeps the results of others. `order`
 * lists the keys of all rows; rows with other keys are removed.
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

/** Aligns the tables, as the linter expects. */
export async function formatReport(): Promise<void> {
  if (isClosed) return;
  await runToEnd([join(root, 'node_modules/.bin/biome'), 'check', '--write', page], { cwd: root });
}
