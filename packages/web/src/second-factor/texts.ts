import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of second factors. */
export const factorTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const sf = factorTexts.text;
