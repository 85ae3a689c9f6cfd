import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/messages.json' with { type: 'json' };

/** Texts of dialogs, editing and widgets of messages. */
const texts = areaTexts('messages', english);

export const ms = texts.text;

await texts.load();
