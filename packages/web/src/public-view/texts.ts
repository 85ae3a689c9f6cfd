import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/public-view.json' with { type: 'json' };

export type PublicText = keyof typeof english;

/** Texts of the public view for visitors without an account. */
export const publicTexts = areaTexts('public-view', english);

export const v = publicTexts.text;
