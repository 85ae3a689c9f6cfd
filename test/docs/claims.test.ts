import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/**
 * Returns the queries of a source file that select a limited number of rows, or rows that no other transaction has locked, where
 * the planner may join them: after `key in`, and for locked rows also in a common table expression that is not materialized.
 */
function joinedSelections(text: string): string[] {
  const found: string[] = [];
  for (const { index, 0: word } of text.matchAll(/\b(?:skip locked|limit|offset)\b/g)) {
    const forbidden = word === 'skip locked' ? /\b(?:in|as)\s*$/ : /\bin\s*$/;
    for (let opening = openingBefore(text, index); opening !== undefined; ) {
      const before = text.slice(0, opening);
      const isQuery = /^\(\s*(?:\(\s*)?select\b/.test(text.slice(opening));
      if (isQuery && forbidden.test(before))
        found.push(text.slice(Math.max(0, opening - 40), index).replaceAll(/\s+/g, ' '));
      // The parts of a union have parentheses of their own.
      opening =
        isQuery && /(?:\(|\bunion all)\s*$/.test(before) ? openingBefore(text, opening - 1) : undefined;
    }
  }
  return found;
}

/** Returns the position of the parenthesis that contains a position of a SQL template; undefined when none does. */
function openingBefore(text: string, at: number): number | undefined {
  let depth = 0;
  for (let index = at; index >= 0; index--) {
    const character = text[index];
    if (character === '`') return undefined;
    if (character === ')') depth++;
    if (character === '(' && --depth < 0) return index;
  }
  return undefined;
}

const files = globSync('{packages,services}/*/src/**/*.{ts,sql}', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);

describe('statements that change a limited number of rows', () => {
  it('choose the rows before everything else, so that the planner cannot join with the whole table', () => {
    const found = files.flatMap((file) =>
      joinedSelections(readFileSync(join(root, file), 'utf8')).map((selection) => `${file}: ${selection}`),
    );
    expect(found, 'use anyOf of @parley/db').toEqual([]);
  });

  it.each([
    ['delete from t where id in (select id from t order by at limit 5)', 1],
    [
      'update t set a = 1 where id in (\n  select id from t where at <= now()\n   order by at limit 5 for update skip locked)',
      2,
    ],
    [
      'with due as (select id from t limit 1 for update skip locked) update t set a = 1 from due where t.id = due.id',
      1,
    ],
    [
      'delete from t where id in ((select id from t limit 5) union all (select id from t offset 5 limit 5))',
      3,
    ],
    ['with due as materialized (select id from t limit 1 for update skip locked) select', 0],
    ['update t set a = 1 where id = anyOf(sql`select id from t limit 5 for update skip locked`)', 0],
    ['delete from t where ctid = any (array(select ctid from t limit 100 for update skip locked))', 0],
  ])('%j has %i joined selections', (text, expected) => {
    expect(joinedSelections(text)).toHaveLength(expected);
  });
});
