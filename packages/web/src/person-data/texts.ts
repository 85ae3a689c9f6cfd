import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

export const personDataTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

/** Returns a text about exports and erasures in the reader's language. */
export const p = personDataTexts.text;
