import { readFileSync } from 'node:fs';
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

describe('docs/settings.md', () => {
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
