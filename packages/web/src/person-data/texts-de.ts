import type { Text } from '../i18n/en.ts';
import type { PersonDataText } from './texts-en.ts';

export const german: Readonly<Record<PersonDataText, Text>> = {
  count_api_keys: { one: 'ein API-Schlüssel', other: '{count} API-Schlüssel' },
  count_audit_entries: { one: 'ein Eintrag des Protokolls', other: '{count} Einträge des Protokolls' },
  count_devices: { one: 'ein Gerät', other: '{count} Geräte' },
  count_direct_messages: {
    one: 'eine Nachricht aus Direktunterhaltungen',
    other: '{count} Nachrichten aus Direktunterhaltungen',
  },
  count_drafts: { one: 'ein Entwurf', other: '{count} Entwürfe' },
  count_files: { one: 'eine Datei', other: '{count} Dateien' },
  count_images: { one: 'ein Bild', other: '{count} Bilder' },
  count_messages: { one: 'eine Nachricht', other: '{count} Nachrichten' },
  count_messages_sent: { one: 'eine gesendete Nachricht', other: '{count} gesendete Nachrichten' },
  count_other: { one: 'ein weiterer Eintrag', other: '{count} weitere Einträge' },
  count_personal_items: {
    one: 'ein Entwurf, eine Erinnerung oder ein gespeicherter Text',
    other: '{count} Entwürfe, Erinnerungen und gespeicherte Texte',
  },
  count_reactions: { one: 'eine Reaktion', other: '{count} Reaktionen' },
  count_sessions: { one: 'eine Sitzung', other: '{count} Sitzungen' },
  count_uploads: { one: 'eine Datei', other: '{count} Dateien' },
  download: 'Herunterladen',
  erase: 'Endgültig löschen',
  eraseAsk: '{name} endgültig löschen?',
  eraseBots: {
    one: 'Auch der Bot der Person wird deaktiviert: {names}.',
    other: 'Auch die {count} Bots der Person werden deaktiviert: {names}.',
  },
  eraseCounted: {
    one: 'Du kannst eine Nachricht dieser Person lesen. Es kann mehr geben, die du nicht lesen kannst.',
    other:
      'Du kannst {count} Nachrichten dieser Person lesen. Es kann mehr geben, die du nicht lesen kannst.',
  },
  eraseCountedMany: 'Du kannst mehr als {count} Nachrichten dieser Person lesen.',
  eraseDeletes: 'Auch die Nachrichten und Dateien löschen',
  eraseDeletesMore: 'Sie verschwinden für alle, in Kanälen und in Direktunterhaltungen.',
  eraseFinal: 'Das lässt sich nicht rückgängig machen, und das Konto lässt sich nicht wieder aktivieren.',
  eraseKeeps: 'Die Nachrichten behalten',
  eraseKeepsMore: 'Sie bleiben als Nachrichten von „Deleted person {id}“.',
  eraseMessages: 'Nachrichten der Person',
  eraseMore:
    'Das Konto wird deaktiviert, und „Deleted person {id}“ ersetzt Namen und Adresse. Profil, Einstellungen, Entwürfe, Erinnerungen, Sitzungen, Schlüssel und Geräte werden gelöscht. Texte anderer, die die Person nennen, bleiben.',
  eraseOnly: '{name} besitzt die Organisation allein. Mache zuerst jemand anderen zum Besitzer.',
  eraseType: 'Zur Bestätigung den Namen eingeben',
  eraseTypeHelp: 'Genau: {name}',
  erasuresHelp:
    'Berichte über Löschungen. Was bleibt: Texte anderer, das Protokoll ohne die Daten der Person, und Sicherungen.',
  erasureDone: 'vollständig seit {time}',
  erasurePending: 'läuft',
  erasureWith: 'mit Nachrichten und Dateien',
  erasureWithout: 'Nachrichten behalten',
  exportDeleted: 'gelöscht',
  exportFailed: 'fehlgeschlagen',
  exportOfOwner:
    'Nachrichten öffentlicher Kanäle mit ihren Dateien, und das Konto. Private Nachrichten und Listen nur, wenn die Person zustimmt. Das Archiv lässt sich je einen Tag lang öffnen und wird nach sieben Tagen gelöscht.',
  exportOwnHelp:
    'Dein Konto, deine Nachrichten, Dateien, Listen und Einstellungen als ein Archiv. Es lässt sich je einen Tag lang öffnen und wird nach sieben Tagen gelöscht. Fünf Exporte in sieben Tagen sind möglich.',
  exportOwnTitle: 'Deine Daten',
  exportPending: 'läuft',
  exportPrivate: 'mit privaten Daten',
  exportPublic: 'nur öffentliche Daten',
  exportReady: 'bereit, wird am {time} gelöscht',
  exportStart: 'Daten exportieren',
  exportStarted: 'Der Export hat begonnen. Der Benachrichtigungsbot meldet, wenn er fertig ist.',
  exportTitle: 'Daten dieser Person',
  noErasures: 'Niemand wurde gelöscht.',
  noExports: 'Noch keine Exporte.',
  notLoaded: 'Die Liste konnte nicht geladen werden.',
  operator: 'ein Betreiber',
  erasures: 'Gelöschte Personen',
};
