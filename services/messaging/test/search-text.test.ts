import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@parley/test-servers';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';

// Stored messages may have search words of the first version of the SQL function `search_text`. A search finds them by
// `earlier_search_text`, which must return the same text. The present version differs from it only by what it folds.

const first = readFileSync(join(import.meta.dirname, '../src/db/migrations/0003-reading.sql'), 'utf8');

it('returns the same text as the first version of the function, with case folded in full', async () => {
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
        'ς',
        'Σ',
        'ᲀ',
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
    const { rows } = await client.query<{ given: string; now: string; earlier: string; before: string }>(
      `select t as given, search_text(t) as now, earlier_search_text(t) as earlier, pg_temp.first_search_text(t) as before
         from unnest($1::text[]) t`,
      [texts],
    );
    expect(rows).toHaveLength(texts.length);
    expect(rows.filter(({ earlier, before }) => earlier !== before)).toEqual([]);
    const isFolded = (text: string) => !/[ßςᲀ-ᲈ]/u.test(text);
    expect(rows.filter(({ now, before }) => isFolded(before) && now !== before)).toEqual([]);
    expect(rows.filter(({ now }) => !isFolded(now))).toEqual([]);
    expect(rows.filter(({ now }) => /[+#]/.test(now))).toEqual([]);
  } finally {
    await client.end();
  }
});
