import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const script: { typeOfId(name: string): string | undefined } = await import(
  join(root, 'scripts/brand-ids.mjs')
);

/** Where a plain number is right. */
const plain = new Map([
  ['packages/core/src/secrets/sealer.ts', 'core is below proto, which has the types'],
  ['packages/testcontainers/src/container.ts', 'projects install it alone, without the packages of Parley'],
]);

/** A parameter, property or variable that holds IDs, as a number, a list or a set of numbers, or a function that returns one. */
const idOfNumber =
  /\b(\w+?)Ids?\??: (?:readonly )?(?:\(\) => )?(?:readonly )?(?:(?:Readonly)?(?:Set|Array)<|Accessor<)?number\b/g;

const untypedIn = (text: string): string[] =>
  [...text.matchAll(idOfNumber)].filter(([, name = '']) => script.typeOfId(name)).map(([found]) => found);

it('finds IDs that are plain numbers', () => {
  const text = `
    function read(userId: number, channelIds: readonly number[], count: number): void {}
    type Row = { senderId?: number | null; readonly messageIds: ReadonlySet<number>; scheduledMessageId: number };
    const useTopic = (groupId: () => number, mentionedBotId: UserId, chosenChannelId: Accessor<number>) => {};`;
  expect(untypedIn(text)).toEqual([
    'userId: number',
    'channelIds: readonly number',
    'senderId?: number',
    'messageIds: ReadonlySet<number',
    'groupId: () => number',
    'chosenChannelId: Accessor<number',
  ]);
});

it('IDs have types (packages/proto/src/ids.ts), except where a plain number is right', () => {
  const found = globSync('{packages,services,deploy}/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('/gen/'))
    .map((file) => ({ file, untyped: untypedIn(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ untyped }) => untyped.length > 0);
  expect(found.filter(({ file }) => !plain.has(file))).toEqual([]);
  expect(found.map(({ file }) => file).sort()).toEqual([...plain.keys()].sort());
});
