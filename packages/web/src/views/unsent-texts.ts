import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/unsent.json' with { type: 'json' };

export type UnsentText = keyof typeof english;

/** Texts of what is not sent yet: drafts and scheduled messages. */
export const unsentTexts = areaTexts('unsent', english);

export const u = unsentTexts.text;
