import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Verifies the time limits of waits. A limit should only stop a test that hangs. A busy machine is many times slower than an
// idle one, so tests with short limits would fail occasionally.

const root = join(import.meta.dirname, '../..');
const leastMs = 60_000;

const skipped = (name: string): boolean => /(^|\/)(node_modules|dist|gen|web|k8s|load)(\/|$)/.test(name);
const files = globSync('{packages,services,deploy,test,scripts}/**/*.{test,e2e}.ts', {
  cwd: root,
  exclude: skipped,
});

/** Returns the arguments of each call of a function, as source text. */
function callsOf(name: RegExp, text: string): string[] {
  return Array.from(text.matchAll(name), ({ index, 0: found }) => {
    const begin = index + found.length;
    let depth = 1;
    let end = begin;
    for (; depth > 0 && end < text.length; end++) {
      if (text[end] === '(') depth++;
      if (text[end] === ')') depth--;
    }
    return text.slice(begin, end - 1).trim();
  });
}

/** Returns the calls in all tests for which `isRight` returns false, with their files. */
function wrongCalls(name: RegExp, isRight: (call: string) => boolean): string[] {
  return files.flatMap((file) =>
    callsOf(name, readFileSync(join(root, file), 'utf8'))
      .filter((call) => !isRight(call))
      .map((call) => `${file}: ${call.slice(0, 80)}`),
  );
}

const numberIn = (text: string | undefined) => Number(text?.replaceAll('_', ''));

it('finds the waits of tests', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(wrongCalls(/\bexpect\s*\.poll\(/g, () => false).length).toBeGreaterThan(30);
  expect(wrongCalls(/\buntil\(/g, () => false).length).toBeGreaterThan(100);
});

it('vi.waitFor has a limit, because its default is a second', () => {
  expect(
    wrongCalls(/\bvi\.waitFor\(/g, (call) => {
      const limit = /timeout: ([\d_]+)/.exec(call)?.[1];
      return /,\s*waiting,?$/.test(call) || numberIn(limit) >= leastMs;
    }),
  ).toEqual([]);
});

it('other waits have a limit for a busy machine', () => {
  const hasTime = (call: string) => {
    const limit = /(?:timeout: |,\s*)([\d_]+)(?: \})?,?$/.exec(call)?.[1];
    return limit === undefined || numberIn(limit) >= leastMs;
  };
  expect(wrongCalls(/\bexpect\s*\.poll\(/g, hasTime)).toEqual([]);
  expect(wrongCalls(/\b(?:until|eventually)\(/g, hasTime)).toEqual([]);
});

it('calls between services have a limit for a busy machine, because their default is ten seconds', () => {
  const ofServices = wrongCalls(/\bbackgroundCall\(/g, (call) => /timeoutMs/.test(call));
  // Leaves out unit tests in `src`, which do no I/O.
  expect(ofServices.filter((call) => !call.includes('/src/'))).toEqual([]);
});
