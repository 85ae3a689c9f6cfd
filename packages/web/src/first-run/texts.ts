import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of the pages that set up a new organization. */
export const firstRunTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const w = firstRunTexts.text;
