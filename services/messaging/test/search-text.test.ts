import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@parley/test-servers';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';

// Stored messages have search words of the first version of the SQL function `search_text`. So later versions must return the
// same text.

const first = readFileSync(join(import.meta.dirname, '../src/db/migrations/0003-reading.sql'), 'utf8');

it('returns the same text as the first version of the function', async () => {
  await using database = await createTestDatabase();
  const client = new pg.Client(database.urlOf('messaging'));
  await client.connect();
  try {
    const definition = /create function search_text\(.*?;\n/s.exec(first)![0];
    await client.query(definition.replace('search_text', 'pg_temp.first_search_text'));
    const ascii = fc.string({
      unit: fc.integer({ min: 1, max: 127 }).map((code) => String.fromCharCode(code)),
    });
    const special = fc.string({
      unit: fc.constantFrom(
        'c',
        'C',
        'f',
        'F',
        '+',
        '#',
        ' ',
        'x',
        '9',
        '\n',
        'é',
        'É',
        'ı',
        'İ',
        'K',
        'ø',
        'ß',
        '日',
        'ﬁ',
        '²',
        '́',
      ),
    });
    const any = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed());
    const texts = fc.sample(fc.oneof(ascii, special, any), 3_000);
    texts.push(
      '',
      'C++ and c++, not cc++',
      'F# or C#, c#',
      'Straße №1 — “A/B”',
      'services/relay: `a_b` (x@y.example)',
      '全角ＡＢＣ',
    );
    const { rows } = await client.query<{ given: string; now: string; before: string }>(
      `select t as given, search_text(t) as now, pg_temp.first_search_text(t) as before from unnest($1::text[]) t`,
      [texts],
    );
    expect(rows).toHaveLength(texts.length);
    expect(rows.filter(({ now, before }) => now !== before)).toEqual([]);
    expect(rows.filter(({ now }) => /[+#]/.test(now))).toEqual([]);
  } finally {
    await client.end();
  }
});
