import type { Text } from '../i18n/en.ts';
import type { english } from './new-password-texts-en.ts';

export const german: Readonly<Record<keyof typeof english, Text>> = {
  minLength: 'Mindestens {count} Zeichen',
  strength: 'Stärke',
  tooShort: { one: 'Zu kurz: {count} Zeichen fehlt', other: 'Zu kurz: {count} Zeichen fehlen' },
  weak: 'Leicht zu erraten: Es ist irgendwo bekannt geworden oder folgt einem Muster',
  fair: 'Mittel: Mit einem weiteren Wort ist es schwerer zu erraten',
  good: 'Gut',
  strong: 'Stark',
};
