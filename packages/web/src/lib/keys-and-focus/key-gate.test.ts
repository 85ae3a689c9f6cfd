import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..', '..');
const gate = join('lib', 'keys-and-focus', 'key-gate.ts');

/** Sources of the client, by path, without comments. */
const files = new Map(
  globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [
      file,
      readFileSync(join(source, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''),
    ]),
);
const filesWith = (pattern: RegExp) =>
  [...files].filter(([, text]) => pattern.test(text)).map(([file]) => file);

it('is the only file that knows keys of compositions', () => {
  expect(files.size).toBeGreaterThan(200);
  expect(filesWith(/\bisComposing\b|\bkeyCode\b|\b229\b|composition(?:start|update)/i)).toEqual([gate]);
  // Texts are shortened when their composition ends.
  expect(filesWith(/compositionend|beforeinput/i).sort()).toEqual([
    gate,
    join('lib', 'keys-and-focus', 'length-gate.ts'),
  ]);
});

it('stands beside the only file that limits lengths: the browser counts UTF-16 code units', () => {
  expect(filesWith(/\bmaxlength\b/)).toEqual([]);
});

it('is loaded before every other module', () => {
  const imports = [...files.get('main.tsx')!.matchAll(/^\s*import\b[^;]*?'([^']+)';/gm)].map(
    ([, from]) => from,
  );
  expect(imports[0]).toBe('./lib/keys-and-focus/key-gate.ts');
  expect(filesWith(/from '[./]*key-gate\.ts'|import\('[./]*key-gate\.ts'\)/)).toEqual([]);
  expect([...files.get(gate)!.matchAll(/^\s*import\b/gm)]).toEqual([]);
});

it('sees keys before all handlers: no handler is added while modules load', () => {
  // Handlers within functions are indented.
  const early = filesWith(/^(?:\w+\.)*addEventListener\(\s*'(?:key|before|composition)/m);
  expect(early).toEqual([gate]);
});

it('leaves nothing out: no handler uses `keypress`, which the gate does not see', () => {
  expect(filesWith(/keypress/i)).toEqual([]);
});
