import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/media.json' with { type: 'json' };

export type MediaText = keyof typeof english;

/** Texts of pictures in full size, recordings and files. */
export const mediaTexts = areaTexts('media', english);

export const me = mediaTexts.text;
