import type { Text } from '../i18n/en.ts';

export const english = {
  publicChannels: 'Public channels',
  readingWithoutAccount: 'You are reading as a visitor.',
  logInToWrite: 'Log in to write',
  noPublicChannels: 'This organization shows no channel to visitors at present.',
  notPublic: 'This conversation is not public. Log in to see it.',
  chooseChannel: 'Choose a channel to read.',
  nothingYet: 'There are no messages here yet.',
  olderMessages: 'Show older messages',
  newestMessages: 'Show the newest messages',
  newMessages: { one: 'Show one new message', other: 'Show {count} new messages' },
  manyNewMessages: 'Show the new messages ({most} or more)',
  messagesIn: 'Messages in {name}',
  publicLink: 'Public link',
  lookAround: 'Look around without an account',
  generalChat: 'general chat',
} satisfies Record<string, Text>;

export type PublicText = keyof typeof english;
