import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/search.json' with { type: 'json' };

export type SearchText = keyof typeof english;

/** Texts of the search: the switcher, its operators and the results. */
export const searchTexts = areaTexts('search', english);

export const f = searchTexts.text;
