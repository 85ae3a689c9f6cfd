import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Matches the object argument of a logger call, such as `logger.warn({ … }, 'message')`. */
const loggedObject = /(?:\b[lL]og(?:ger)?)\??\.(?:trace|debug|info|warn|error|fatal)\(\s*\{([^{}]*)\}/g;

it('every error is logged as `err`, the only name that pino writes with its message and stack', () => {
  const wrong = globSync('{packages,services,deploy,test}/*/**/*.ts', {
    cwd: root,
    exclude: skipped,
  }).flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(loggedObject), ([, fields]) => fields!)
      .filter((fields) => /(?:^|,)\s*(?:error|cause|exception)\s*(?:,|:|$)/.test(fields))
      .map((fields) => `${file}: {${fields}}`),
  );
  expect(wrong).toEqual([]);
});

const skipped = (name: string): boolean => /(^|\/)(node_modules|dist|gen)(\/|$)/.test(name);
