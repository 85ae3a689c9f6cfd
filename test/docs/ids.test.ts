import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Code in which every such ID has its type (packages/proto/src/ids.ts). Code that follows is added here. */
const typed = ['services/channel/src', 'packages/facts/src', 'packages/rules/src'];
const untyped = /\b(?:user|channel|message|group)Ids?\??: (?:readonly )?number\b/;

it('IDs are not plain numbers where they have types', () => {
  const found = typed
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => untyped.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
