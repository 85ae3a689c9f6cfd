import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { reasonOf } from '../failures.ts';
import { writeToClipboard } from './clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

const source = join(import.meta.dirname, '..', '..');

// Without TLS, `navigator.clipboard` is missing. `writeToClipboard` has another way then.
it('is the only file that uses the clipboard of the browser directly', () => {
  const using = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(source, file), 'utf8').includes('navigator.clipboard'));
  expect(using).toEqual([join('model', 'device', 'clipboard.ts')]);
});

it('says that the browser refuses, not that the server cannot be reached', async () => {
  const writeText = async () => {
    throw new DOMException('Write permission denied.', 'NotAllowedError');
  };
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const failure = await writeToClipboard('text').catch((error: unknown) => error);
  expect(reasonOf(failure)).toBe('The browser does not permit copying.');
});
