import { areaTexts } from '../i18n/area.ts';
import type { Text } from '../i18n/index.ts';
import english from '../texts/en/settings.json' with { type: 'json' };
import type { SettingText, Subject } from './setting-texts.ts';

export type SettingsText = keyof typeof english;

export const settingsTexts = areaTexts(
  'settings',
  // Does not compile while a setting that screens show, one of its values, or a subject has no text.
  english satisfies Readonly<Record<SettingText | Subject, Text>>,
);

export const s = settingsTexts.text;
