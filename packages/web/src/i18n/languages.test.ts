import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { languageFor, languages } from './languages.ts';

const folders = readdirSync(join(import.meta.dirname, '..', 'texts'));

it('offers each language that has a folder of texts, by the name that its speakers use', () => {
  expect(languages.map(({ value }) => value).sort()).toEqual(folders.toSorted());
  expect(languages).toContainEqual({ value: 'en', label: 'English' });
  expect(languages).toContainEqual({ value: 'de', label: 'Deutsch' });
});

it('finds the language of a setting that names a region, or a language without texts', () => {
  expect(['de', 'de-at', 'de_CH', 'en-GB', 'tlh', ''].map(languageFor)).toEqual([
    'de',
    'de',
    'de',
    'en',
    'en',
    'en',
  ]);
});
