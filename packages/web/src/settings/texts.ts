import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/settings.json' with { type: 'json' };

export type SettingsText = keyof typeof english;

/** Texts of the personal settings. */
export const settingsTexts = areaTexts('settings', english);

export const s = settingsTexts.text;
