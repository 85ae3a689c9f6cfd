import type { Text } from '../i18n/en.ts';
import type { PublicText } from './texts-en.ts';

export const german: Record<PublicText, Text> = {
  publicChannels: 'Öffentliche Kanäle',
  readingWithoutAccount: 'Du liest als Besucher.',
  logInToWrite: 'Zum Schreiben anmelden',
  noPublicChannels: 'Diese Organisation zeigt Besuchern zurzeit keinen Kanal.',
  notPublic: 'Diese Unterhaltung ist nicht öffentlich. Melde dich an, um sie zu sehen.',
  chooseChannel: 'Wähle einen Kanal zum Lesen.',
  nothingYet: 'Hier gibt es noch keine Nachrichten.',
  olderMessages: 'Ältere Nachrichten zeigen',
  newestMessages: 'Neueste Nachrichten zeigen',
  newMessages: { one: 'Eine neue Nachricht zeigen', other: '{count} neue Nachrichten zeigen' },
  manyNewMessages: 'Neue Nachrichten zeigen ({most} oder mehr)',
  messagesIn: 'Nachrichten in {name}',
  publicLink: 'Öffentlicher Link',
  lookAround: 'Ohne Konto umsehen',
  generalChat: 'Allgemeines',
};
