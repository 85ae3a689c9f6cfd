import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/sign-in.json' with { type: 'json' };

/** Texts of the pages before the sign-in. */
const texts = areaTexts('sign-in', english);

export const si = texts.text;

await texts.load();
