import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/compose.json' with { type: 'json' };

export type ComposeText = keyof typeof english;

/** Texts of what the compose box loads on demand: formats, what can be inserted, and uploads. */
export const composeTexts = areaTexts('compose', english);

export const co = composeTexts.text;

await composeTexts.load();
