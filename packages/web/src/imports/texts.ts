import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/imports.json' with { type: 'json' };

export type ImportsText = keyof typeof english;

export const importsTexts = areaTexts('imports', english);

/** Returns a text about imports in the reader's language. */
export const m = importsTexts.text;
