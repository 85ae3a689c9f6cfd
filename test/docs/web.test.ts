import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/web.md'), 'utf8');

/**
 * Rows of the table: an operation, and the files that call it. A row without files contains the reason why the client does not
 * call it.
 */
const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` +\| (.+?) +\|$/gm)].map(([, operation, text]) => ({
  operation: operation!,
  text: text!,
  files: [...text!.matchAll(/\]\(\.\.\/(packages\/(?:web|client)\/src\/[^)]+)\)/g)].map(([, file]) => file!),
  isUsed: !text!.endsWith('.'),
}));

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const quoted = (operation: string): RegExp => new RegExp(`['"\`]${operation}['"\`]`);
const web = sourcesIn('packages/web/src').map((file) => readFileSync(file, 'utf8'));

/**
 * All operations: those with JSON or form parameters from the client library, and other routes: file transfers, the event
 * stream, and provisioning.
 */
const operations = new Set(
  ['packages/client/src/generated/operations.ts', ...otherRoutes()].flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^ {2}(?:operation: )?'([a-z0-9-]+)'(?:: \{ method|,$)/gm,
      ),
    ].map(([, name]) => name!),
  ),
);

function otherRoutes(): string[] {
  const folders = ['uploads', 'users', 'organization', 'events', 'scim'];
  const isOther = /: Transfer = \{|^ {2}sendsEvents: true,$/m;
  return folders
    .flatMap((folder) => sourcesIn(`services/gateway/src/http/${folder}`))
    .filter((file) => isOther.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file));
}

describe('docs/web.md', () => {
  it('has one row for every operation of the API, in their order', () => {
    expect(operations.size).toBeGreaterThan(150);
    expect(rows.map(({ operation }) => operation)).toEqual([...operations].sort());
  });

  it('has a reason, not a plan, for each operation that the client does without', () => {
    expect(rows.filter(({ text }) => /\byet\b/i.test(text)).map(({ operation }) => operation)).toEqual([]);
  });

  it.each(rows.filter(({ isUsed }) => isUsed))('names files that call $operation', ({ operation, files }) => {
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(join(root, file), 'utf8')).toMatch(quoted(operation));
  });

  it.each(rows.filter(({ isUsed }) => !isUsed))(
    'correctly states that no screen calls $operation',
    ({ operation }) => {
      expect(web.filter((source) => quoted(operation).test(source))).toEqual([]);
    },
  );
});
