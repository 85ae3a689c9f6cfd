import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/ui.json' with { type: 'json' };

/** Texts of dialogs, menus and times, which are loaded on demand. */
const texts = areaTexts('ui', english);

export const ui = texts.text;

await texts.load();
