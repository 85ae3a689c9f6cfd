import { describe, expect, it } from 'vitest';
import { harmOf, mergeRows, publishedRows } from './published.ts';
import { table } from './table.ts';

const header = ['fault', 'failed requests'];
const order = ['gateway', 'notify', 'nats'];
const page = `# Faults\n\n${table(['what', 'x'], [['other', 1]])}\n\nText.\n\n${table(header, [
  ['gateway killed', 3],
  ['nats killed', 0],
  ['PostgreSQL restarted', 2],
])}\n\nText.\n`;

describe('published rows', () => {
  it('are those of the table with the given columns', () => {
    expect(publishedRows(page, header)).toEqual([
      ['gateway killed', '3'],
      ['nats killed', '–'],
      ['PostgreSQL restarted', '2'],
    ]);
    expect(publishedRows(page, ['fault', 'lost'])).toEqual([]);
  });

  it('are replaced by measured rows of the same name, and new rows are added in their place', () => {
    const measured = [
      ['notify killed', '1'],
      ['gateway killed', '0'],
    ];
    expect(mergeRows(publishedRows(page, header), measured, order)).toEqual([
      ['gateway killed', '0'],
      ['notify killed', '1'],
      ['nats killed', '–'],
      ['PostgreSQL restarted', '2'],
    ]);
  });

  it('name what happened to data and events, with its number', () => {
    expect(harmOf({ lost: 0, twice: 0, missed: 0, repeated: 0 })).toBe('none');
    expect(harmOf({ lost: 2, twice: 0, missed: 0, repeated: 1 })).toBe('2 lost, 1 repeated');
  });
});
