import type { Text } from '../i18n/en.ts';

export const english = {
  share: 'Share',
  chooseWhere: 'Choose the conversation. You can change the message before you send it.',
  nothingShared: 'There is nothing to share any more.',
  files: { one: '{count} file', other: '{count} files' },
  discard: 'Discard',
} satisfies Record<string, Text>;

export type ShareText = keyof typeof english;
