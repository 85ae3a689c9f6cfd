import { foldCase } from '@parley/rules';
import { createTestDatabase, sharedServers } from '@parley/test-servers';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { narrowTo, openTestService } from './support.ts';

// The locale of the database must change neither what a search finds nor which topics are one.

const texts = [
  'the server’s “load” — 3.5 % → down 🎉',
  'Große STRASSE in ΟΔΟΣ',
  'fetchInvoiceRows(v1.2.3) at https://example.com/a_b-c',
  '東京に行きました with Latin words',
  'Привет, ЁЖИК',
  'crème brûlée, naïve',
  "don't panic",
];
const operands = [
  "server's",
  'strasse',
  'οδος',
  'invoice',
  '1.2.3',
  '東京',
  'latin',
  'ежик',
  'creme brulee',
  '"don’t panic"',
  '"3.5"',
  'load -up',
  'tada',
  'strasse OR naive',
];

const locales = [
  ['C', "locale 'C'"],
  ['C.UTF-8', "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'"],
  ['Unicode', "locale_provider icu icu_locale 'und' locale 'C'"],
  ['Turkish', "locale_provider icu icu_locale 'tr' locale 'C'"],
] as const;

const results: unknown[] = [];

describe('a database of the locale', () => {
  it.each(locales)('%s finds and compares the same', async (_, clause) => {
    await using database = await createTestDatabase(sharedServers(), clause);
    await using service = await openTestService(database);
    const { world } = service;
    world.user(1);
    world.channel(1);
    world.subscribe(1, 1);
    const ids: number[] = [];
    for (const content of texts)
      ids.push(await service.send(1, { channel: 1, topic: 'ÄRGER İI' }, { content }));
    const found: Record<string, unknown> = {};
    for (const operand of operands) {
      const answer = await service.read(1, { narrow: [narrowTo('search', operand)] });
      found[operand] = answer.messages.map(({ id, match_content: marked }) => [ids.indexOf(id), marked]);
      expect([operand, answer.ids.length]).toEqual([operand, 1 + Number(operand.includes(' OR '))]);
    }
    for (const topic of ['ärger i̇i', 'Ärger İI', 'ÄRGER İI'])
      expect((await service.read(1, { narrow: [narrowTo('topic', topic)] })).ids).toEqual(ids);
    results.push(found);
    expect(found).toEqual(results[0]);

    const client = new pg.Client(database.urlOf('messaging'));
    await client.connect();
    try {
      const letters = Array.from({ length: 0x3_0000 }, (_, point) => point + 1)
        .filter((point) => point < 0xd800 || point > 0xdfff)
        .map((point) => String.fromCodePoint(point));
      const { rows } = await client.query<{ folded: string }>(
        'select fold_topic(l) as folded from unnest($1::text[]) with ordinality u (l, n) order by n',
        [letters],
      );
      const wrong = letters.filter((letter, index) => rows[index]!.folded !== foldCase(letter));
      expect(wrong).toEqual([]);
    } finally {
      await client.end();
    }
  });
});
