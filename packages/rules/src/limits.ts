/**
 * Limits of the API (docs/api/requests.md#limits). The answer to `POST /register` tells clients the first ones. The services that
 * own the data enforce them. Lengths are in Unicode code points. This file imports nothing, so that clients can use it.
 */
export const limits = {
  channelNameLength: 60,
  channelDescriptionLength: 1_024,
  channelFolderNameLength: 60,
  channelFolderDescriptionLength: 1_024,
  topicLength: 60,
  messageLength: 10_000,
  reminderNoteLength: 500,
  /** When a request names more people, nobody gets a message. */
  subscriptionNotices: 250,
  /** Maximum size of an uploaded avatar, icon, logo or emoji, in MiB. */
  imageMib: 5,
  personNameLength: 100,
  statusLength: 60,
  snippetTitleLength: 60,
  alertWordLength: 100,
  /** Of the names of passkeys and API keys. */
  factorNameLength: 60,
  navigationViewNameLength: 100,
  groupNameLength: 100,
  groupDescriptionLength: 1_024,
  profileFieldNameLength: 40,
  profileFieldHintLength: 80,
  playgroundNameLength: 60,
  playgroundLanguageLength: 40,
  playgroundAddressLength: 1_000,
  organizationNameLength: 40,
  organizationDescriptionLength: 1_000,
  welcomeMessageLength: 8_000,
  /** Maximum number of days of a setting, such as the time for which messages are kept: about a hundred years. */
  settingDays: 36_500,
  /** Maximum number of days after which an API key expires. */
  keyDays: 3_650,
  passwordMinLength: 12,
  /** Attempts that guessing a new password must take at least (`guessesFor` in password-strength.ts). */
  passwordMinGuesses: 1_000_000,
  passwordMaxLength: 100,
  messagesPerRequest: 5_000,
  /** Maximum number of messages in one request that changes flags. */
  flaggedMessages: 50_000,
} as const;

/** Sizes in pixels in which the upload service offers images. Messages use the first one. */
export const thumbnailFormats = [
  { name: '840x560.webp', maxWidth: 840, maxHeight: 560, format: 'webp' },
  { name: '300x200.webp', maxWidth: 300, maxHeight: 200, format: 'webp' },
] as const;
