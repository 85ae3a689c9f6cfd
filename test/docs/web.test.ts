import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/web.md'), 'utf8');

/** Operations that the client does without, with the reason. */
const unused = [...page.matchAll(/^- ((?:`[a-z0-9-]+`(?:, )?)+): (.+)$/gm)].flatMap(([, names, reason]) =>
  [...names!.matchAll(/`([^`]+)`/g)].map(([, operation]) => ({ operation: operation!, reason: reason! })),
);

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const quoted = (operation: string): RegExp => new RegExp(`['"\`]${operation}['"\`]`);
const read = (file: string): string => readFileSync(file, 'utf8');
const web = sourcesIn('packages/web/src').map(read);
const client = sourcesIn('packages/client/src')
  .filter((file) => !file.includes('/generated/'))
  .map(read);

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
  const names = unused.map(({ operation }) => operation);

  it('names operations of the API, each once', () => {
    expect(operations.size).toBeGreaterThan(150);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !operations.has(name))).toEqual([]);
    expect(names.length).toBe(new Set(names).size);
  });

  it('has a reason, not a plan, for each operation that the client does without', () => {
    const wrong = unused.filter(({ reason }) => /\byet\b/i.test(reason) || !reason.endsWith('.'));
    expect(wrong).toEqual([]);
  });

  it.each([...operations].filter((name) => !names.includes(name)))(
    'leaves out %s, which the client or its library calls',
    (operation) => {
      expect([...web, ...client].some((source) => quoted(operation).test(source))).toBe(true);
    },
  );

  it.each(names)('correctly states that no screen calls %s', (operation) => {
    expect(web.filter((source) => quoted(operation).test(source))).toEqual([]);
  });
});

it('the README of the web client names one file of each feature where reading starts', () => {
  const readme = read(join(root, 'packages/web/README.md'));
  const [, drawn = ''] = /^ features ([\s\S]*?)^ parts /m.exec(readme) ?? [];
  const features = drawn.match(/[a-z][\w-]+/g) ?? [];
  expect(features.length).toBeGreaterThan(20);
  const [, listed = ''] = /^Start reading a feature at: ([\s\S]*?)\n\n/m.exec(readme) ?? [];
  const files = [...listed.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
  expect(files.map((file) => file.split('/')[0]!).sort()).toEqual(features.toSorted());
  expect(files.filter((file) => !existsSync(join(root, 'packages/web/src', file)))).toEqual([]);
});

it('style sheets that one module imports together are imported together everywhere, in the same order', () => {
  const groups = sourcesIn('packages/web/src')
    .map((file) =>
      [...read(file).matchAll(/^import '(?:\.{1,2}\/)+styles\/([\w-]+\.css)';$/gm)].map(
        ([, sheet]) => sheet!,
      ),
    )
    .filter(({ length }) => length > 0);
  expect(groups.length).toBeGreaterThan(10);
  const groupOf = new Map<string, Set<string>>();
  for (const group of groups)
    for (const sheet of group) groupOf.set(sheet, (groupOf.get(sheet) ?? new Set()).add(group.join(' ')));
  // Sheets of different groups can come in files whose order differs from one page to the next.
  expect([...groupOf].filter(([, imported]) => imported.size > 1)).toEqual([]);
});
