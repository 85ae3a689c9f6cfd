import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/blocks.json' with { type: 'json' };

export type BlocksText = keyof typeof english;

export const blocksTexts = areaTexts('blocks', english);

/** Returns a text about blocks and forms of apps in the reader's language. */
export const k = blocksTexts.text;
