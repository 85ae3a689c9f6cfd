import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

export const botsTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

/** Returns a text about bots in the reader's language. */
export const b = botsTexts.text;
