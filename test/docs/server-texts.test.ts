import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areasOf, readTexts, testTranslations } from './translations.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'packages/texts/src/texts');
const fromGateway = createRequire(join(root, 'services/gateway/package.json'));

const code = globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
  .filter(
    (file) => !file.startsWith('packages/texts/') && !file.endsWith('.test.ts') && !file.includes('/gen/'),
  )
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const words = new Set(code.match(/\w+/g));

const errorAreas = areasOf(folder, 'de').filter((area) => area.startsWith('errors/'));
/** Texts about tools stand in English where the tools are declared (services/integrations/src/catalogue). */
const toolAreas = areasOf(folder, 'de').filter((area) => area.startsWith('tools/'));
const areas = areasOf(folder, 'en');

/** English texts of an area. Those of errors and of tools are the names of their translations. */
const english = (area: string) =>
  area.startsWith('errors/') || area.startsWith('tools/')
    ? Object.fromEntries(Object.keys(readTexts(folder, 'de', area)).map((text) => [text, text]))
    : readTexts(folder, 'en', area);

testTranslations(folder, english, [...areas, ...errorAreas, ...toolAreas]);

describe('English', () => {
  it.each(areas)('%s: every text is used', (area) => {
    // Those of settings, groups and shortcuts are found by the names of the API.
    const isUnused = (name: string) => name.split('/').some((part) => !words.has(part.replace(/^role:/, '')));
    const composed = /^(?:topics\/(?:topic|messages)Moved|groups\/role:)/;
    const unused = Object.keys(english(area)).filter((name) => isUnused(name) && !composed.test(name));
    expect(unused).toEqual([]);
  });
});

describe('errors', () => {
  const { ERRORS } = fromGateway('@tus/server') as { ERRORS: Record<string, { body: string }> };
  const ofLibraries = new Set(Object.values(ERRORS).map(({ body }) => body.trim()));
  const isThrown = (text: string): boolean =>
    ofLibraries.has(text) ||
    [`'${text}'`, `"${text}"`, `'${text.replaceAll("'", "\\'")}'`].some((literal) => code.includes(literal));
  // The code composes these texts from parts, so they do not occur literally.
  const composed = ['unknown channel {operand}', 'unknown user {operand}', 'unknown user in {operand}'];
  const texts = errorAreas.flatMap((area) => Object.keys(english(area)));

  it('are thrown somewhere, each', () => {
    expect(texts.filter((text) => !isThrown(text) && !composed.includes(text))).toEqual([]);
  });

  it('are in one file each', () => {
    expect(texts.length).toBe(new Set(texts).size);
  });

  it('are translations, except texts that clients recognize, and one text that only joins two values', () => {
    const same = errorAreas.flatMap((area) =>
      Object.entries(readTexts(folder, 'de', area)).flatMap(([text, german]) =>
        text === german ? [text] : [],
      ),
    );
    expect(same.sort()).toEqual(['Bad event queue id: {queueId}', '{parameter} {problem}']);
  });
});
