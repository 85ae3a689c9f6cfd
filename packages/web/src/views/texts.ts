import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/views.json' with { type: 'json' };

/** Texts of the lists of conversations and topics, and of printing. */
const texts = areaTexts('views', english);

export const vi = texts.text;

await texts.load();
