import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/emoji.json' with { type: 'json' };

/** Texts of the choice of an emoji. */
const texts = areaTexts('emoji', english);

export const em = texts.text;

await texts.load();
