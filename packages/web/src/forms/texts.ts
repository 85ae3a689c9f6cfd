import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/forms.json' with { type: 'json' };

export type FormText = keyof typeof english;

/** Texts of forms: states of saving, permissions, lists of people. */
export const formTexts = areaTexts('forms', english);

export const f = formTexts.text;
