import type { Text } from '../i18n/en.ts';
import type { ShareText } from './texts-en.ts';

export const german: Record<ShareText, Text> = {
  share: 'Teilen',
  chooseWhere: 'Wähle die Unterhaltung. Du kannst die Nachricht vor dem Senden ändern.',
  nothingShared: 'Es gibt nichts mehr zu teilen.',
  files: { one: '{count} Datei', other: '{count} Dateien' },
  discard: 'Verwerfen',
};
