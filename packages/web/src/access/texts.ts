import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/access.json' with { type: 'json' };

export const accessTexts = areaTexts('access', english);

/** Returns a text about keys and the end of all access in the reader's language. */
export const ac = accessTexts.text;
