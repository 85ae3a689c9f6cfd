import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/person-data.json' with { type: 'json' };

export const personDataTexts = areaTexts('person-data', english);

/** Returns a text about exports and erasures in the reader's language. */
export const p = personDataTexts.text;
