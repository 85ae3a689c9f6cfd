import { organizationSettingDescriptions, userSettingDescriptions } from '../../settings/src/index.ts';

const rowsOf = (descriptions: Readonly<Record<string, object>>): string[] =>
  Object.entries(descriptions).map(([name, description]) => `  ${name}: ${JSON.stringify(description)},`);

/** Returns the source text of the tables of settings, which screens are made of. */
export function settingDescriptions(): string {
  return [
    '// Written by `npm run generate` from @parley/settings. Do not edit.',
    "import type { PersonalSettingDescription, SettingDescription } from '../setting-description.ts';",
    '',
    "/** The organization's settings except permissions: what each may be, who changes it, and where screens show it. */",
    'export const organizationSettings = {',
    ...rowsOf(organizationSettingDescriptions()),
    '} as const satisfies Readonly<Record<string, SettingDescription>>;',
    '',
    '/** The settings of each person: what each may be, and where screens show it. */',
    'export const personalSettings = {',
    ...rowsOf(userSettingDescriptions()),
    '} as const satisfies Readonly<Record<string, PersonalSettingDescription>>;',
    '',
  ].join('\n');
}
