import type { Text } from '../i18n/en.ts';
import type { OfflineText } from './texts-en.ts';

export const german: Record<OfflineText, Text> = {
  offline: 'Keine Verbindung',
  offlineMore:
    'Das sind die Unterhaltungen, die du auf diesem Gerät zuletzt gelesen hast. Was du schreibst, wird gesendet, sobald der Server wieder antwortet.',
  savedConversations: 'Gespeicherte Unterhaltungen',
  readAt: 'Stand: {time}',
  chooseConversation: 'Wähle eine Unterhaltung zum Lesen.',
  messagesIn: 'Nachrichten in {name}',
  waiting: 'Wartet auf die Verbindung',
  sendLater: 'Senden, sobald verbunden',
};
