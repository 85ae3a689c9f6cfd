import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Solid calls a function child of `Show` or `Match` once. An element or fragment in it follows its values; a bare expression keeps its
// first value (https://docs.solidjs.com/concepts/control-flow/conditional-rendering).
const bareExpression = />\s*\{\((\w+)\) => (?![<({\s])[^\n]*\b\1\(\)[^\n]*\}\s*<\//g;

const found = (text: string) => [...text.matchAll(bareExpression)].map(([part]) => part);

it('recognizes a bare expression', () => {
  expect(found('<Show when={a()}>{(b) => text(b())}</Show>')).toHaveLength(1);
  expect(found('<Show when={a()}>\n  {(b) => text(b())}\n</Show>')).toHaveLength(1);
  expect(found('<Show when={a()}>{(b) => <>{text(b())}</>}</Show>')).toEqual([]);
});

it('no function child is a bare expression of its value', () => {
  const folder = import.meta.dirname;
  const all = globSync('**/*.tsx', { cwd: folder }).flatMap((file) =>
    found(readFileSync(join(folder, file), 'utf8')).map((part) => `${file}: ${part}`),
  );
  expect(all).toEqual([]);
});
