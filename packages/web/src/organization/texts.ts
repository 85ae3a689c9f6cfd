import { areaTexts } from '../i18n/area.ts';
import { english } from './texts-en.ts';

/** Texts of the pages of the organization. */
export const organizationTexts = areaTexts(english, async () => (await import('./texts-de.ts')).german);

export const o = organizationTexts.text;
