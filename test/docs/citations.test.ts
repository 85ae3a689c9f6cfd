import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
const texts = tracked
  .filter((file) => /\.(ts|mts|mjs|proto|sql|md|yaml|yml)$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !file.endsWith('/grammars.ts') && file !== 'test/docs/citations.test.ts')
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Names of documents that are not in the repository. No file may cite them. */
const absent =
  /\b[Ss]pecifications?\b|\b[Cc]ontract\b(?=[,:;)`']|\s+(?:has|shapes|lets|says|of)\b)|\bCLIENTS\b|register\.json/;

it('no text cites a document that is not in the repository', () => {
  const citing = texts.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, at) => (absent.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(citing).toEqual([]);
});

/** Returns the anchors of a Markdown file's headings, as GitHub generates them. */
const anchorsOf = (file: string): Set<string> =>
  new Set(
    [...readFileSync(join(root, file), 'utf8').matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const isBroken = (target: string): boolean => {
  const [file, anchor] = target.split('#');
  if (!existsSync(join(root, file!))) return true;
  return anchor !== undefined && anchor !== '' && !anchorsOf(file!).has(anchor);
};

it('pages that comments link to exist, with their sections', () => {
  const links = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w./])docs\/[\w./-]+\.md(?:#[\w-]+)?/g)].map(([target]) => ({ file, target })),
  );
  expect(links.filter(({ target }) => isBroken(target))).toEqual([]);
});

it('links between Markdown files lead to sections that exist', () => {
  const links = texts
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '').matchAll(/\]\(([^)\s:]*\.md)?(#[\w-]+)\)/g)].map(
        ([, path, anchor]) => ({
          file,
          target: (path === undefined ? file : normalize(join(dirname(file), path))) + anchor,
        }),
      ),
    );
  expect(links.filter(({ target }) => isBroken(target))).toEqual([]);
});
