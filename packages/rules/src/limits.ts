/**
 * Limits of the API: the services that own the data enforce them, and the gateway announces them to clients
 * (docs/api/requests.md#limits). Lengths are in Unicode code points. This module imports nothing, so that clients can use it.
 */
export const limits = {
  channelNameLength: 60,
  channelDescriptionLength: 1_024,
  channelFolderNameLength: 60,
  channelFolderDescriptionLength: 1_024,
  topicLength: 60,
  messageLength: 10_000,
  reminderNoteLength: 500,
  /** People subscribed by one request; when there are more, none of them gets a message about it. */
  subscriptionNotices: 250,
  /** Size of an uploaded avatar, icon, logo or emoji. */
  imageMib: 5,
  passwordMinLength: 8,
  passwordMaxLength: 100,
  /** Messages in one answer. */
  messagesPerRequest: 5_000,
  /** Messages flagged by one request that names them. */
  flaggedMessages: 50_000,
} as const;

/** Sizes in which the upload service offers images, in pixels. The first one is shown in messages. */
export const thumbnailFormats = [
  { name: '840x560.webp', maxWidth: 840, maxHeight: 560, format: 'webp' },
  { name: '300x200.webp', maxWidth: 300, maxHeight: 200, format: 'webp' },
] as const;
