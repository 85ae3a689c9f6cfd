import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of the public view for visitors without an account. */
export const publicTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const v = publicTexts.text;
