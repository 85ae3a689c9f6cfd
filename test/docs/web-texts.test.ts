import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { organizationSettings, personalSettings } from '../../packages/client/src/generated/settings.ts';
import { areasOf, readTexts, testTranslations } from './translations.ts';

const source = join(import.meta.dirname, '../../packages/web/src');
const folder = join(source, 'texts');
const english = (area: string) => readTexts(folder, 'en', area);

/** Sources that name texts. The names of many are made of a beginning and an ending, such as `emoji-${group}`. */
const sources = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((file) => !/\.test\.tsx?$|^gen\//.test(file))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');
const words = new Set(sources.match(/[\w.-]*\w/g));
const derived = Array.from(sources.matchAll(/`([\w.-]*)\$\{[^}`]+\}([\w.-]*)`/g))
  .map(([, beginning, ending]) => [beginning!, ending!] as const)
  .filter(([beginning, ending]) => beginning.length + ending.length >= 3);
const settings = Object.keys({ ...organizationSettings, ...personalSettings });

const isUsed = (name: string): boolean =>
  words.has(name) ||
  // Names of kinds end with the number that the API gives them.
  words.has(name.replace(/\d+$/, '')) ||
  // Names of actions; audit-actions.test.ts checks them.
  name.includes('.') ||
  settings.some((setting) => name === setting || name.startsWith(`${setting}_`)) ||
  derived.some(([beginning, ending]) => name.startsWith(beginning) && name.endsWith(ending));

describe('English', () => {
  it.each(areasOf(folder, 'en'))('%s: every text is used', (area) => {
    expect(Object.keys(english(area)).filter((name) => !isUsed(name))).toEqual([]);
  });
});

testTranslations(folder, english, areasOf(folder, 'en'));
