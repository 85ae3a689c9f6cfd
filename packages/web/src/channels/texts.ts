import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of the list of channels and of the channel settings. */
export const channelsTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const c = channelsTexts.text;
