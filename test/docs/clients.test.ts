import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases } from '../clients/bytes/cases.ts';
import { renderingCases } from '../clients/bytes/rendering-cases.ts';
import { clients } from '../clients/clients.ts';
import { stepsOfCargo, stepsOfLines } from '../clients/steps.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/clients.md'), 'utf8');

/** Returns the cells of a table's rows without its header. */
function rowsOf(table: string): string[][] {
  const text = page.split(`<!-- table: ${table} -->\n`)[1]?.split(/\n(?!\||$)/)[0] ?? '';
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

describe('docs/clients.md', () => {
  it('has one row for every client, with its packages and a result', () => {
    const rows = rowsOf('clients');
    expect(rows.map(([title, language, packages]) => [title, language, packages])).toEqual(
      clients.map(({ title, language, packages }) => [title, language, packages.join(', ')]),
    );
    for (const [, , , , result] of rows) {
      expect(result).toMatch(/^\d+ passed(, \d+ failed)?(, \d+ cannot pass)?$/);
    }
  });

  it('gives a reason for each step that cannot pass', () => {
    for (const [title, , , , result = '', reasons = ''] of rowsOf('clients')) {
      const count = Number(/(\d+) cannot pass/.exec(result)?.[1] ?? 0);
      expect(reasons.split('; ').filter((reason) => reason !== '—').length, title).toBeGreaterThanOrEqual(
        count,
      );
    }
  });

  it('says that every kind of request that clients were observed to send has passed', () => {
    const count = [...cases, renderingCases].length;
    expect(rowsOf('bytes')).toEqual([['Requests of clients', `${count} of ${count} passed`]]);
  });

  it('publishes at least 17,000 hostile requests, and hostile texts', () => {
    const requests = new Map(rowsOf('requests').map(([name, value]) => [name, value]));
    expect(Number(requests.get('Requests'))).toBeGreaterThanOrEqual(17_000);
    expect(rowsOf('rendering').length).toBe(3);
  });
});

describe('the results of driver programs', () => {
  it('are read from lines of JSON between lines of the client', () => {
    const output =
      'loading\n{"step": "a", "passed": true}\n{"id": 1}\n{"passed":false,"reason":"no","step":"b"}\n';
    expect(stepsOfLines(output)).toEqual([
      { step: 'a', passed: true },
      { step: 'b', passed: false, reason: 'no' },
    ]);
  });

  it('are read from tests of Rust, with the reason of a failure', () => {
    const output =
      'test client::a::works ... ok\ntest client::b::fails ... FAILED\n\nfailures:\n\n---- client::b::fails stdout ----\n\nthread panicked: left 1\n\nfailures:\n    client::b::fails\n';
    expect(stepsOfCargo(output)).toEqual([
      { step: 'a::works', passed: true },
      { step: 'b::fails', passed: false, reason: 'thread panicked: left 1' },
    ]);
  });
});
