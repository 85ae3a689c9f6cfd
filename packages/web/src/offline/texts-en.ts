import type { Text } from '../i18n/en.ts';

export const english = {
  offline: 'No connection',
  offlineMore:
    'These are the conversations that you read last on this device. What you write is sent when the server answers again.',
  savedConversations: 'Saved conversations',
  readAt: 'As of {time}',
  chooseConversation: 'Choose a conversation to read.',
  messagesIn: 'Messages in {name}',
  waiting: 'Waits for the connection',
  sendLater: 'Send when online',
} satisfies Record<string, Text>;

export type OfflineText = keyof typeof english;
