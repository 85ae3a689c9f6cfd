import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import {
  changeableOrganizationSettings,
  organizationPermissions,
  plainSettingSchemas,
  userSettingNames,
} from '@parley/settings';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');

/** Returns the rows of a section: setting, title and file of the test. */
function rowsOf(section: string): { name: string; title: string; file: string }[] {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...text.matchAll(/^\| `(\w+)` +\| [^|]+ \| \[([^\]]+)\]\(\.\.\/([^)]+)\) +\|$/gm)].map(
    ([, name, title, file]) => ({ name: name!, title: title!, file: file! }),
  );
}

const sections: Readonly<Record<string, readonly string[]>> = {
  'The organization': Object.keys(plainSettingSchemas),
  'Permissions of the organization': Object.keys(organizationPermissions),
  'Personal settings': userSettingNames,
};

describe.each(Object.entries(sections))('docs/settings.md, %s', (section, names) => {
  it('has one row for every setting, and no other', () => {
    expect(
      rowsOf(section)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names].sort());
  });
});

/** Settings that the page says the web client does without. */
const withoutUse = [
  ...(page.split('\n## Settings that the web client does without\n')[1]?.split('\n## ')[0] ?? '').matchAll(
    /^\| `(\w+)` +\| \S.+? \|$/gm,
  ),
].map(([, name]) => name!);

/** The sources of the web client without its tests and texts, whose names are those of settings, too. */
const clientSources = globSync('packages/web/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.ts$|texts-(?:en|de)\.ts$|i18n\/(?:en|de)\.ts$/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'));

const isUsedByClient = (name: string): boolean => {
  const use = new RegExp(`['"\`.](?:realm_)?${name}\\b`);
  return clientSources.some((source) => use.test(source));
};

describe('docs/settings.md', () => {
  it('says why the web client does without a setting, and the client uses all others', () => {
    const unused = Object.values(sections)
      .flat()
      .filter((name) => !isUsedByClient(name));
    expect(unused.toSorted()).toEqual(withoutUse.toSorted());
  });

  it('has settings that the command palette of the web client finds, as far as they have a name there', () => {
    const missing = ['settings', 'organization'].flatMap((area) => {
      const read = (file: string) => readFileSync(join(root, `packages/web/src/${area}/${file}`), 'utf8');
      const texts = read('texts-en.ts');
      const listed = read('sections.ts') + (area === 'organization' ? read('permission-groups.ts') : '');
      const names =
        area === 'settings'
          ? userSettingNames
          : Object.keys({ ...plainSettingSchemas, ...organizationPermissions });
      return names.filter(
        (name) => new RegExp(`^  ${name}:`, 'm').test(texts) && !listed.includes(`'${name}'`),
      );
    });
    expect(missing).toEqual([]);
  });

  it('has every setting that PATCH /realm accepts', () => {
    const named = Object.keys(sections).flatMap((section) => rowsOf(section).map(({ name }) => name));
    expect(changeableOrganizationSettings.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names tests that exist', () => {
    const all = [...Object.keys(sections), 'Switches of the deployment'].flatMap(rowsOf);
    const missing = all.filter(({ title, file }) => {
      const text = readFileSync(join(root, normalize(file)), 'utf8');
      return !text.includes(`('${title}'`);
    });
    expect(missing).toEqual([]);
  });
});
