import { createTestDatabase } from '@parley/test-servers';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { analyzeText, matches, parseSearch, tsqueryOf, tsvectorOf } from '../src/index.ts';

const words = [
  'Server',
  'servers',
  'don’t',
  'e-mail',
  'emails',
  'fetchInvoiceRows',
  'invoice',
  'rows',
  'ABC-123',
  '1.2.3',
  'v1.2',
  '東京都',
  '京都',
  '東京の天気',
  '서버가',
  'ไทยภาษา',
  'iPhoneを買う',
  '🎉',
  ':tada:',
  'Straße',
  'a\\b',
  "it's",
  "'quoted'",
  'C++',
  'Rechnungsabteilung',
  'the',
];
const word = fc.constantFrom(...words);
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => `"${parts.join(' ')}"`);
const item = fc.oneof(
  { weight: 4, arbitrary: word },
  phrase,
  word.map((each) => `-${each}`),
  phrase.map((each) => `-${each}`),
  fc.constant('OR'),
  word.map((each) => each.slice(0, 3)),
);
const search = fc.array(item, { minLength: 1, maxLength: 5 }).map((items) => items.join(' '));
const text = fc
  .array(
    fc.tuple(
      fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 8 })),
      fc.constantFrom(' ', ' ', ', ', '\n', ''),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.flat().join(''));

it('PostgreSQL finds what `matches` says', async () => {
  await using database = await createTestDatabase();
  const client = new pg.Client(database.adminUrl);
  await client.connect();
  try {
    const pairs = fc.sample(
      fc.tuple(text, fc.oneof({ weight: 9, arbitrary: search }, fc.string({ maxLength: 40 }))),
      4_000,
    );
    const cases = pairs.flatMap(([content, operand]) => {
      const expression = parseSearch(operand);
      const analyzed = analyzeText(content);
      const query = tsqueryOf(expression);
      return query === undefined
        ? []
        : [
            {
              content,
              operand,
              vector: tsvectorOf(analyzed),
              query,
              expected: matches(expression, analyzed),
            },
          ];
    });
    expect(cases.filter(({ expected }) => expected).length).toBeGreaterThan(200);
    expect(cases.filter(({ expected }) => !expected).length).toBeGreaterThan(200);
    const { rows } = await client.query<{ found: boolean }>(
      `select v.vector::tsvector @@ v.query::tsquery as found
         from unnest($1::text[], $2::text[]) with ordinality v (vector, query, number) order by number`,
      [cases.map(({ vector }) => vector), cases.map(({ query }) => query)],
    );
    const wrong = cases.filter(({ expected }, index) => rows[index]!.found !== expected);
    expect(wrong).toEqual([]);
  } finally {
    await client.end();
  }
});
