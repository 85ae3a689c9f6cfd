import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/share.json' with { type: 'json' };

export type ShareText = keyof typeof english;

/** Texts of the share page, which asks for a conversation. */
export const shareTexts = areaTexts('share', english);

export const sh = shareTexts.text;
