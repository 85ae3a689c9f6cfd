import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/people.json' with { type: 'json' };

/** Texts of cards of people and groups, of the list of people, and of the own status. */
const texts = areaTexts('people', english);

export const pe = texts.text;

await texts.load();
