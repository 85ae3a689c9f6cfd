import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldCase } from '@parley/rules';
import { createTestDatabase, serviceSchemas, sharedServers } from '@parley/test-servers';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

// Whatever SQL does with letters must not depend on the locale of the database: case, classes of characters, and the order of texts.

const root = join(import.meta.dirname, '..', '..', '..');

/** What depends on the locale, beside functions for case. */
const dependent: readonly RegExp[] = [
  /\bilike\b|!?~\*|\bsimilarity\s*\(|\bunaccent\s*\(|\bcitext\b/gi,
  /\b(?:ph|plain|websearch_)?to_ts(?:vector|query)\s*\(/gi,
  /\[\[:\w+:\]\]/g,
  /(?<!\\)\\{1,2}[mMyYwWdDsS]/g,
];

/** Returns the calls of functions for case whose text does not have the collation "C", with which they change only ASCII. */
function caseFunctions(text: string): string[] {
  return Array.from(text.matchAll(/\b(?:lower|upper|initcap|casefold)\s*\(/gi), ({ 0: call, index }) => {
    let end = index + call.length;
    for (let depth = 1; depth > 0 && end < text.length; end++)
      depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    return text.slice(index, end);
  }).filter((call) => !/collate "C"\)$/.test(call));
}

const found = (text: string): string[] => [
  ...caseFunctions(text),
  ...dependent.flatMap((pattern) => text.match(pattern) ?? []),
];

/** Files whose statements have one of these words, each with the reason why the locale does not matter. */
const allowedInCode: Readonly<Record<string, string>> = {
  'services/channel/src/db/exports.ts': 'bounds of ranges of numbers',
  'services/messaging/src/db/read-state/unread.ts': 'bounds of ranges of numbers',
};

/** Objects of the database, each with the reason. */
const allowedInDatabase: Readonly<Record<string, string>> = {
  'messaging.search_text': 'the search of release 0.1, which processes of this release do not use',
  'messaging.earlier_search_text': 'the search of release 0.1, which processes of this release do not use',
  'user_admin.users_full_name_idx': 'for processes of the release before this one',
};

/** Returns the texts of the templates of a file that has statements, those within others, too. */
function templatesOf(source: string): string {
  if (!/\bsql`|\.query\(/.test(source)) return '';
  const code = source.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, '');
  let text = '';
  /** For each open template, how many braces of its present expression are open; 0 within its text. */
  const open: number[] = [];
  for (let at = 0; at < code.length; at++) {
    const braces = open.at(-1);
    const character = code[at]!;
    if (braces === 0) {
      if (character === '\\') text += character + code[++at]!;
      else if (character === '`') open.pop();
      else if (code.startsWith('${', at)) {
        open[open.length - 1] = 1;
        at++;
      } else text += character;
    } else if (character === '`') open.push(0);
    else if (braces !== undefined && character === '{') open[open.length - 1] = braces + 1;
    else if (braces !== undefined && character === '}') open[open.length - 1] = braces - 1;
  }
  return text;
}

describe('SQL that does not depend on the locale', () => {
  it('is all that the services send', () => {
    const files = globSync('{services,packages}/*/src/**/*.ts', { cwd: root }).filter(
      (file) => !file.endsWith('.test.ts') && !file.startsWith('packages/web/'),
    );
    const dependents = files.filter(
      (file) => found(templatesOf(readFileSync(join(root, file), 'utf8'))).length > 0,
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(dependents.sort()).toEqual(Object.keys(allowedInCode).sort());
  });

  it('is all that the databases are made of', async () => {
    await using database = await createTestDatabase();
    const client = new pg.Client(database.adminUrl);
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string; definition: string }>(
        `with schemas as (select oid, nspname from pg_namespace where nspname = any($1))
         select s.nspname || '.' || p.proname as name, p.prosrc as definition from pg_proc p join schemas s on s.oid = p.pronamespace
         union all
         select s.nspname || '.' || c.relname, pg_get_indexdef(c.oid) from pg_class c join schemas s on s.oid = c.relnamespace
          where c.relkind in ('i', 'I')
         union all
         select s.nspname || '.' || c.relname, pg_get_viewdef(c.oid) from pg_class c join schemas s on s.oid = c.relnamespace
          where c.relkind in ('v', 'm')
         union all
         select s.nspname || '.' || k.conname, pg_get_constraintdef(k.oid) from pg_constraint k join schemas s on s.oid = k.connamespace
         union all
         select s.nspname || '.' || c.relname || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid)
           from pg_attrdef d
           join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
           join pg_class c on c.oid = d.adrelid
           join schemas s on s.oid = c.relnamespace
         union all
         select s.nspname || '.' || t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t
           join pg_class c on c.oid = t.tgrelid join schemas s on s.oid = c.relnamespace`,
        [serviceSchemas().map(({ schema }) => schema)],
      );
      expect(rows.length).toBeGreaterThan(500);
      const dependents = rows.filter(({ definition }) => found(definition ?? '').length > 0);
      expect([...new Set(dependents.map(({ name }) => name))].sort()).toEqual(
        Object.keys(allowedInDatabase).sort(),
      );
    } finally {
      await client.end();
    }
  });

  it.each([
    ['lower(t)', true],
    ['lower(t collate "C")', false],
    ['lower(replace(t, 1) collate "C")', false],
    ['Upper (t)', true],
    ['x ILIKE y', true],
    ["t ~* 'x'", true],
    ["t ~ 'x'", false],
    ["t ~ '[[:alpha:]]'", true],
    [String.raw`t ~ '\mword'`, true],
    [String.raw`t ~ '\\w'`, true],
    [String.raw`E'\u0130'`, false],
    ["to_tsvector('words', t)", true],
    ['follower(t)', false],
  ])('is told apart: %s', (text, expected) => {
    expect(found(text).length > 0).toBe(expected);
  });
});

it.each([
  ['C', "locale 'C'"],
  ['Turkish', "locale_provider icu icu_locale 'tr' locale 'C'"],
])('folds the names of people by Unicode in a database of the locale %s', async (_, clause) => {
  await using database = await createTestDatabase(sharedServers(), clause);
  const client = new pg.Client(database.urlOf('user-admin'));
  await client.connect();
  try {
    const letters = Array.from({ length: 0x3_0000 }, (__, point) => point + 1)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point));
    const { rows } = await client.query<{ folded: string }>(
      'select fold_name(l) as folded from unnest($1::text[]) with ordinality u (l, n) order by n',
      [letters],
    );
    expect(letters.filter((letter, index) => rows[index]?.folded !== foldCase(letter))).toEqual([]);
  } finally {
    await client.end();
  }
});
