import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

export const accessTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

/** Returns a text about keys and the end of all access in the reader's language. */
export const ac = accessTexts.text;
