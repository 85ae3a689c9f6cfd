import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/first-run.json' with { type: 'json' };

export type FirstRunText = keyof typeof english;

/** Texts of the pages that set up a new organization. */
export const firstRunTexts = areaTexts('first-run', english);

export const w = firstRunTexts.text;
