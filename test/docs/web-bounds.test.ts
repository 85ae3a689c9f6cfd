import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainSettingSchemas } from '@parley/settings';
import { expect, it } from 'vitest';
import { limits } from '../../packages/rules/src/limits.ts';

// The web client accepts what the server accepts: no more, which the server would refuse, and no less.

const root = join(import.meta.dirname, '..', '..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const files = read('packages/web/src/**/*.tsx');

type Bound = { file: string; name: string; property: string; written: string };

/** Returns the bounds of the fields that are bound to settings of the organization. */
function boundsOf({ file, text }: { file: string; text: string }): Bound[] {
  const bounds: Bound[] = [];
  for (const { 0: control, index } of text.matchAll(/<(?:Number|Text)Setting\n(?:(?!\/>).*\n)*?\s*\/>/g)) {
    const variable = /save=\{(\w+)\.save\}/.exec(control)?.[1];
    const bound = text.slice(0, index).matchAll(/const (\w+) = realmSetting\('(\w+)'\)/g);
    const name = [...bound].findLast(([, each]) => each === variable)?.[2];
    if (name === undefined) continue;
    for (const [, property = '', written = ''] of control.matchAll(/\b(least|most|maxLength)=\{([^}]+)\}/g))
      bounds.push({ file, name, property, written });
  }
  return bounds;
}

const boundOf = (written: string): number => {
  const limit = /^limits\.(\w+)$/.exec(written)?.[1];
  return limit === undefined ? Number(written.replaceAll('_', '')) : limits[limit as keyof typeof limits];
};

const bounds = files.flatMap(boundsOf);

it('finds the bounded fields', () => {
  expect(bounds.map(({ name, property }) => `${name} ${property}`).sort()).toEqual([
    'description maxLength',
    'empty_topic_display_name maxLength',
    'name maxLength',
    'waiting_period_threshold least',
    'waiting_period_threshold most',
    'welcome_message_custom_text maxLength',
  ]);
});

it.each(bounds)('$property of $name is the bound of the server', ({ name, property, written }) => {
  const schema = plainSettingSchemas[name as keyof typeof plainSettingSchemas];
  const bound = boundOf(written);
  expect(bound).not.toBeNaN();
  const accepts = (value: number) =>
    schema.safeParse(property === 'maxLength' ? 'x'.repeat(value) : value).success;
  const beyond = property === 'least' ? bound - 1 : bound + 1;
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
  [...text.matchAll(/\bmax[lL]ength=(?:"([^"]*)"|\{([^}]+)\})/g)].map(([, literal, written = '']) => ({
    file,
    written: literal ?? written,
  })),
);

it('every length of a text field comes from the server or its rules', () => {
  expect(lengths.length).toBeGreaterThan(30);
  // A bound that a component gets, a limit, or what the registration says with a limit until it has arrived.
  const rule = /^(?:props\.maxLength|limits\.\w+|.*\?\? limits\.\w+\)?)$/;
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
