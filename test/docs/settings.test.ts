import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import {
  changeableOrganizationSettings,
  organizationPermissions,
  plainSettingSchemas,
  userSettingNames,
} from '@parley/settings';
import { describe, expect, it } from 'vitest';
import { channelSchema, subscriptionSchema } from '../../packages/api/src/index.ts';
import { organizationSettings, personalSettings } from '../../packages/client/src/generated/settings.ts';
import { routes } from '../../services/gateway/src/http/routes.ts';
import tests from './settings.json' with { type: 'json' };
import { sourceOfTest } from './test-sources.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');

type Row = { name: string; effect: string; title: string | undefined; file: string | undefined };

/** The settings that a test shows, by section of the page, file and title of the test. */
const shownBy: Readonly<Record<string, Record<string, Record<string, readonly string[]>>>> = tests;

/** The effect of settings that a section lists without a row of a table. */
const clientsApply = 'Clients apply it.';

/** Returns the rows of a section, and what a sentence of it lists: setting, effect, and title and file of the test. */
function rowsOf(section: string): Row[] {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const places = Object.entries(shownBy[section] ?? {}).flatMap(([file, titles]) =>
    Object.entries(titles).flatMap(([title, names]) => names.map((name) => ({ name, title, file }))),
  );
  const [, applied = ''] = /(?:^Clients apply|Tests show the effect of these): (.+)\.$/m.exec(text) ?? [];
  const effects = [
    ...Array.from(text.matchAll(/^\| `(\w+)` +\| ([^|]*[^|\s]) +\|$/gm), ([, name, effect]) => [
      name,
      effect,
    ]),
    ...Array.from(applied.matchAll(/`(\w+)`/g), ([, name]) => [name, clientsApply]),
  ];
  return effects.map(([name, effect]) => {
    const place = places.find((each) => each.name === name);
    return { name: name!, effect: effect!, title: place?.title, file: place?.file };
  });
}

/** Returns the parameters of an operation, without those in the path, which identify the changed object. */
function parametersOf(operation: string): string[] {
  const { params } = routes.find((route) => route.operation === operation)!;
  return params.names.filter((name) => !params.pathNames.includes(name) && name !== 'expected');
}

/** Members of a subscription that are no personal settings: properties of the channel, and lists of subscribers. */
const notPersonal = [...Object.keys(channelSchema.shape), 'subscribers', 'partial_subscribers'];

/** Settings of the organization and of people, by section of the page. */
const generalSections: Readonly<Record<string, readonly string[]>> = {
  'The organization': Object.keys(plainSettingSchemas),
  'Permissions of the organization': Object.keys(organizationPermissions),
  'Personal settings': userSettingNames,
};

const sections: Readonly<Record<string, readonly string[]>> = {
  ...generalSections,
  Channels: parametersOf('update-stream'),
  Subscriptions: Object.keys(subscriptionSchema.shape).filter((name) => !notPersonal.includes(name)),
  'User groups': parametersOf('update-user-group'),
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

/**
 * Lists of settings, by the name under which tests import them. A test that changes every setting of a list covers those that
 * only clients apply or that have no effect.
 */
const lists: Readonly<Record<string, readonly string[]>> = {
  changeableOrganizationSettings,
  userSettingNames,
};
const withoutEffectHere = /^(?:Clients apply it\.|None: |Cannot be turned on: |Takes no channel: )/;

/**
 * Returns whether the test that a row names contains the setting's name, in the test itself or in declarations of the same file
 * that it uses. For a setting without an effect on the server, using one of `lists` suffices.
 */
function isMentioned({ name, effect, title, file }: Row): boolean {
  if (title === undefined || file === undefined) return false;
  const source = sourceOfTest(readFileSync(join(root, normalize(file)), 'utf8'), title);
  if (source === undefined) return false;
  if (new RegExp(`\\b${name}\\b`).test(source)) return true;
  return (
    withoutEffectHere.test(effect) &&
    Object.entries(lists).some(([list, names]) => names.includes(name) && source.includes(list))
  );
}

/** Settings that the web client does not use according to the page. */
const textWithoutUse =
  page.split('\n## Settings that the web client does without\n')[1]?.split('\n## ')[0] ?? '';
const withoutUse = [
  ...textWithoutUse.matchAll(/^\| `(\w+)` +\| \S.+? \|$/gm),
  ...(/^These change nothing: (.+)\.$/m.exec(textWithoutUse)?.[1] ?? '').matchAll(/`(\w+)`/g),
].map(([, name]) => name!);

/** Sources of the web client without tests and texts. The names of texts are also names of settings, so texts prove nothing. */
const clientSources = globSync('packages/web/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.ts$|\/texts\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'));

/** Settings that the web client shows because it shows all settings of their subject. */
const shownBySubject = Object.entries<{ subject: string }>({ ...organizationSettings, ...personalSettings })
  .filter(([, { subject }]) => subject !== 'elsewhere')
  .map(([name]) => name);

const isUsedByClient = (name: string): boolean => {
  if (shownBySubject.includes(name)) return true;
  const use = new RegExp(`['"\`.](?:realm_)?${name}\\b`);
  return clientSources.some((source) => use.test(source));
};

describe('docs/settings.md', () => {
  it('says why the web client does without a setting, and the client uses all others', () => {
    const unused = Object.values(generalSections)
      .flat()
      .filter((name) => !isUsedByClient(name));
    expect(unused.toSorted()).toEqual(withoutUse.toSorted());
  });

  it('has settings that the command palette of the web client finds, unless the client has no name for them', () => {
    const missing = ['settings', 'organization'].flatMap((area) => {
      const read = (file: string) => readFileSync(join(root, `packages/web/src/${area}/${file}`), 'utf8');
      const texts = JSON.parse(
        readFileSync(join(root, `packages/web/src/texts/en/${area}.json`), 'utf8'),
      ) as object;
      const listed =
        read('sections.ts') + (area === 'organization' ? read('permissions/permission-groups.ts') : '');
      const names =
        area === 'settings'
          ? userSettingNames
          : Object.keys({ ...plainSettingSchemas, ...organizationPermissions });
      return names.filter(
        (name) => name in texts && !listed.includes(`'${name}'`) && !shownBySubject.includes(name),
      );
    });
    expect(missing).toEqual([]);
  });

  it('has every setting that PATCH /realm accepts', () => {
    const named = Object.keys(sections).flatMap((section) => rowsOf(section).map(({ name }) => name));
    expect(changeableOrganizationSettings.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('has a test for each setting that settings.json names, and no test of another', () => {
    const named = Object.entries(shownBy).flatMap(([section, files]) =>
      Object.values(files).flatMap((titles) =>
        Object.values(titles)
          .flat()
          .map((name) => `${section}: ${name}`),
      ),
    );
    const rows = Object.keys(shownBy).flatMap((section) =>
      rowsOf(section).map(({ name }) => `${section}: ${name}`),
    );
    expect(named.toSorted()).toEqual(rows.toSorted());
  });

  it('has settings with tests that exist and mention the setting', () => {
    const without = Object.keys(sections)
      .flatMap(rowsOf)
      .filter((row) => !isMentioned(row));
    expect(without).toEqual([]);
  });

  it('names, for each switch of the deployment, a test that mentions it in its body or in the beforeAll of its file', () => {
    const rows = rowsOf('Switches of the deployment');
    expect(rows.length).toBeGreaterThan(10);
    const without = rows.filter(({ name, title, file }) => {
      if (title === undefined || file === undefined) return true;
      const text = readFileSync(join(root, normalize(file)), 'utf8');
      const preparation = text.match(/^beforeAll\([\s\S]*?^\}\);$/gm) ?? [];
      return ![sourceOfTest(text, title), ...preparation].some((source) => source?.includes(name));
    });
    expect(without).toEqual([]);
  });

  it('finds the source of a test with the declarations that it uses, and nothing else', () => {
    const text = [
      "const used = () => ['one'];",
      "const deep = () => ['two', used()];",
      "const unused = 'three';",
      "describe.each([['four']])('%s', () => {",
      "  const inner = 'five';",
      "  it('wanted', () => {",
      '    expect(deep()).toEqual(inner);',
      '  });',
      "  it('other', () => {",
      "    expect('six');",
      '  });',
      '});',
      '',
    ].join('\n');
    const source = sourceOfTest(text, 'wanted');
    const found = ['one', 'two', 'three', 'four', 'five', 'six'].filter((word) =>
      source?.includes(`'${word}'`),
    );
    expect(found).toEqual(['one', 'two', 'four', 'five']);
    expect(sourceOfTest(text, 'missing')).toBeUndefined();
  });
});
