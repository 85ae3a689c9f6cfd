import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of the personal settings. */
export const settingsTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const s = settingsTexts.text;
