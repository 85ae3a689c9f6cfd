import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of forms: states of saving, permissions, lists of people. */
export const formTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const f = formTexts.text;
