import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of the offline view. */
export const offlineTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const n = offlineTexts.text;
