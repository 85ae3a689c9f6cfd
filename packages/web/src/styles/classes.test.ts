import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Returns the contents of all files of the client whose names have this ending. */
const filesWith = (ending: string): string[] =>
  readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

it('has a style for each class of an element', () => {
  const styled = new Set(
    filesWith('.css').flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!)),
  );
  const used = filesWith('.tsx')
    .flatMap((text) => [...text.matchAll(/\bclass="([^"]+)"/g)])
    .flatMap(([, names]) => names!.split(' '));
  expect(used.length).toBeGreaterThan(300);
  expect([...new Set(used)].filter((name) => !styled.has(name))).toEqual([]);
});

it('asks for descendants by :has() only below the elements that hold the list of messages', () => {
  // Chromium checks such a rule at each change below its element: on the body, each message that arrives restyled the whole page.
  const subjects = filesWith('.css')
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.includes(':has('))
    .map((line) => line.split(':has(')[0]!.trim());
  const holders =
    /(^|[\s:.])(html|body|:root|workspace|center|main|#main|message-list|message-region)(:not\()?$/;
  expect(subjects.length).toBeGreaterThan(10);
  expect(subjects.filter((subject) => holders.test(subject))).toEqual(['.message-region']);
});
