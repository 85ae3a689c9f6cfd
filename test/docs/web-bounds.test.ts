import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainSettingSchemas } from '@parley/settings';
import { expect, it } from 'vitest';
import { organizationSettings } from '../../packages/client/src/generated/settings.ts';
import type { SettingDescription } from '../../packages/client/src/setting-description.ts';
import { limits } from '../../packages/rules/src/limits.ts';

// The web client accepts what the server accepts: no more, which the server would refuse, and no less. The controls of the
// organization's settings take their bounds from the descriptions of these settings.

const root = join(import.meta.dirname, '..', '..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const files = read('packages/web/src/**/*.tsx');

/** Returns the lowest and the highest value, or the lengths, that a setting's description allows. */
function boundsOf(description: SettingDescription): { bound: number; step: 1 | -1 }[] {
  if (description.type === 'number') {
    const least = { bound: description.least, step: -1 } as const;
    return description.most === undefined ? [least] : [least, { bound: description.most, step: 1 }];
  }
  if (description.type === 'text' && description.unit === undefined) {
    return description.maxLength === undefined ? [] : [{ bound: description.maxLength, step: 1 }];
  }
  return [];
}

const bounds = Object.entries<SettingDescription>(organizationSettings).flatMap(([name, description]) =>
  boundsOf(description).map(({ bound, step }) => ({ name, type: description.type, bound, step })),
);

it('all numbers and texts have bounds', () => {
  expect(bounds.length).toBeGreaterThan(20);
});

it.each(bounds)('$bound is the bound of $name on the server', ({ name, type, bound, step }) => {
  const schema = plainSettingSchemas[name as keyof typeof plainSettingSchemas];
  const accepts = (value: number) => {
    // Each emoji is one character of two UTF-16 code units.
    const given = type === 'text' ? '🎉'.repeat(value) : value;
    return schema.safeParse(given).success;
  };
  // -1 means none or forever where the lowest number is 1.
  const beyond = bound === 1 && accepts(-1) ? 0 : bound + step;
  expect([accepts(bound), accepts(beyond)]).toEqual([true, false]);
});

it('bounds of numbers are those that the server uses, not written again', () => {
  const written = files.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:most|max)=(?:"(\d+)"|\{([\d_]+)\})/g)].map(([match]) => `${file} ${match}`),
  );
  expect(written).toEqual([
    // Of a meter that shows the strength of a password, from 0 to 4.
    'packages/web/src/sign-in/new-password-field.tsx max={4}',
  ]);
});

const lengths = files.flatMap(({ file, text }) =>
  [...text.matchAll(/\b(?:maxLength|data-max-length)=(?:"([^"]*)"|\{([^}]+)\})/g)].map(
    ([, literal, written = '']) => ({
      file,
      written: literal ?? written,
    }),
  ),
);

it('every length of a text field comes from the server or its rules', () => {
  expect(lengths.length).toBeGreaterThan(30);
  // A bound that a component gets, a limit, or what the registration says with a limit until it has arrived.
  const rule = /^(?:(?:props|description)\.maxLength|limits\.\w+|.*\?\? limits\.\w+\)?)$/;
  expect(lengths.filter(({ written }) => !rule.test(written))).toEqual([]);
});

const named = [...new Set(lengths.flatMap(({ written }) => /limits\.(\w+)/.exec(written)?.[1] ?? []))];
const servers = [
  ...read('services/*/src/**/*.ts'),
  ...read('packages/settings/src/**/*.ts'),
  ...read('packages/rules/src/**/*.ts'),
].map(({ text }) => text);

it.each(named)('the server enforces the limit %s', (name) => {
  expect(limits[name as keyof typeof limits]).toBeGreaterThan(0);
  expect(servers.some((text) => text.includes(`limits.${name}`))).toBe(true);
});
