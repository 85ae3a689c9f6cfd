import { organizationSettingDescriptions } from '../../settings/src/index.ts';

/** Returns the source text of the table of the organization's settings, which screens are made of. */
export function settingDescriptions(): string {
  const rows = Object.entries(organizationSettingDescriptions()).map(
    ([name, description]) => `  ${name}: ${JSON.stringify(description)},`,
  );
  return [
    '// Written by `npm run generate` from @parley/settings. Do not edit.',
    "import type { SettingDescription } from '../setting-description.ts';",
    '',
    "/** The organization's settings except permissions: what each may be, who changes it, and where screens show it. */",
    'export const organizationSettings = {',
    ...rows,
    '} as const satisfies Readonly<Record<string, SettingDescription>>;',
    '',
  ].join('\n');
}
