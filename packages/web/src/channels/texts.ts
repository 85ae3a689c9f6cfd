import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of browsing channels and of their settings. */
export const channelsTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const c = channelsTexts.text;
