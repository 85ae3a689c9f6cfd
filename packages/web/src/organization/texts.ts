import { areaTexts } from '../i18n/area.ts';
import type { Text } from '../i18n/index.ts';
import english from '../texts/en/organization.json' with { type: 'json' };
import type { SettingText, Subject } from './settings/setting-texts.ts';

export type OrganizationText = keyof typeof english;

export const organizationTexts = areaTexts(
  'organization',
  // Does not compile while a setting that screens show, one of its values, or a subject has no text.
  english satisfies Readonly<Record<SettingText | Subject, Text>>,
);

export const o = organizationTexts.text;
