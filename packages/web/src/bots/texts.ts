import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/bots.json' with { type: 'json' };

export const botsTexts = areaTexts('bots', english);

/** Returns a text about bots in the reader's language. */
export const b = botsTexts.text;
