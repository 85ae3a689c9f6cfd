import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/things.json' with { type: 'json' };

export type ThingsText = keyof typeof english;

/** Texts of the files and links of a channel. */
export const thingsTexts = areaTexts('things', english);

export const th = thingsTexts.text;
