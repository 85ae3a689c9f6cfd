import type { Text } from '../i18n/en.ts';

export const english = {
  bots: 'Bots',
  botAddress: 'Its address is {address}.',
  botKey: 'API key of {name}',
  botKind1: 'Generic bot',
  botKind2: 'Incoming webhook',
  botKindSystem: 'Part of the server',
  botName: 'Name',
  botOwner: 'Owner',
  botsHelp: 'Programs that act with an account of their own.',
  botShortName: 'Short name',
  botType: 'Kind',
  botType1: 'Generic: acts as its owner may',
  botType2: 'Incoming webhook: only sends messages',
  deactivateBotAsk: 'Deactivate the bot {name}?',
  deactivateBotMore: 'It can no longer act. Its messages stay. You can reactivate it.',
  deactivateBotChannels: {
    one: 'It is in one channel that you see.',
    other: 'It is in {count} channels that you see.',
  },
  editBot: 'Change {name}',
  filterBots: 'Filter bots',
  newBot: 'Create a bot',
  noBots: 'No bots yet. A bot is an account with which a program sends and reads messages.',
  ownedBy: 'Owned by {name}',
  renewKey: 'New key',
  renewKeyAsk: 'Create a new key for {name}?',
  renewKeyMore: 'Programs that use the present key stop working until they have the new one.',
  showDeactivatedBots: 'Show deactivated bots',
  showKey: 'Show key',
  messagesStay: {
    one: 'One message of this account, of those that you can read, stays.',
    other: '{count} messages of this account, of those that you can read, stay.',
  },
  messagesStayMany: 'More than {count} messages of this account stay.',
} as const satisfies Readonly<Record<string, Text>>;

export type BotsText = keyof typeof english;
