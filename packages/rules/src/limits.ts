/**
 * Limits of the API. The services that own the data enforce them, and the gateway announces them to clients
 * (docs/api/requests.md#limits). Lengths are in Unicode code points. This module imports nothing, so that clients can
 * use it.
 */
export const limits = {
  channelNameLength: 60,
  channelDescriptionLength: 1_024,
  channelFolderNameLength: 60,
  channelFolderDescriptionLength: 1_024,
  topicLength: 60,
  messageLength: 10_000,
  reminderNoteLength: 500,
  /**
   * Maximum number of people that one request may subscribe for them to get a message about it. When there are more,
   * none of them gets one.
   */
  subscriptionNotices: 250,
  /** Maximum size of an uploaded avatar, icon, logo or emoji. */
  imageMib: 5,
  passwordMinLength: 8,
  passwordMaxLength: 100,
  /** Maximum number of messages in one answer. */
  messagesPerRequest: 5_000,
  /** Maximum number of messages that one request may name to change their flags. */
  flaggedMessages: 50_000,
} as const;

/** Sizes in pixels in which the upload service offers images. Messages show the first one. */
export const thumbnailFormats = [
  { name: '840x560.webp', maxWidth: 840, maxHeight: 560, format: 'webp' },
  { name: '300x200.webp', maxWidth: 300, maxHeight: 200, format: 'webp' },
] as const;
