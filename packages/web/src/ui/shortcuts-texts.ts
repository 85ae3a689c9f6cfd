import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/shortcuts.json' with { type: 'json' };

export type ShortcutText = keyof typeof english;

export const shortcutTexts = areaTexts('shortcuts', english);

export const sc = shortcutTexts.text;

await shortcutTexts.load();
