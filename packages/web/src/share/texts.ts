import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of the share page, which asks for a conversation. */
export const shareTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const sh = shareTexts.text;
