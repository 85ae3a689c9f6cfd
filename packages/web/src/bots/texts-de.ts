import type { Text } from '../i18n/en.ts';
import type { BotsText } from './texts-en.ts';

export const german: Readonly<Record<BotsText, Text>> = {
  bots: 'Bots',
  botAddress: 'Seine Adresse ist {address}.',
  botKey: 'API-Schlüssel von {name}',
  botKind1: 'Allgemeiner Bot',
  botKind2: 'Eingehender Webhook',
  botKindSystem: 'Teil des Servers',
  botName: 'Name',
  botOwner: 'Besitzer',
  botsHelp: 'Programme, die mit einem eigenen Konto handeln.',
  botShortName: 'Kurzname',
  botType: 'Art',
  botType1: 'Allgemein: handelt, wie sein Besitzer darf',
  botType2: 'Eingehender Webhook: sendet nur Nachrichten',
  deactivateBotAsk: 'Den Bot {name} deaktivieren?',
  deactivateBotMore:
    'Er kann nicht mehr handeln. Seine Nachrichten bleiben. Er lässt sich wieder aktivieren.',
  deactivateBotChannels: {
    one: 'Er ist in einem Kanal, den du siehst.',
    other: 'Er ist in {count} Kanälen, die du siehst.',
  },
  editBot: '{name} ändern',
  filterBots: 'Bots filtern',
  newBot: 'Bot anlegen',
  noBots: 'Noch keine Bots. Ein Bot ist ein Konto, mit dem ein Programm Nachrichten sendet und liest.',
  ownedBy: 'Gehört {name}',
  renewKey: 'Neuer Schlüssel',
  renewKeyAsk: 'Neuen Schlüssel für {name} erzeugen?',
  renewKeyMore: 'Programme mit dem jetzigen Schlüssel stehen still, bis sie den neuen haben.',
  showDeactivatedBots: 'Deaktivierte Bots zeigen',
  showKey: 'Schlüssel zeigen',
  messagesStay: {
    one: 'Von den Nachrichten dieses Kontos, die du lesen kannst, bleibt eine.',
    other: 'Von den Nachrichten dieses Kontos, die du lesen kannst, bleiben {count}.',
  },
  messagesStayMany: 'Mehr als {count} Nachrichten dieses Kontos bleiben.',
};
