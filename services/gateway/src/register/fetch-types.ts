/**
 * Values of `fetch_event_types` by the service that owns their data. Every registration asks user-admin and channel,
 * because a queue starts with the role and channels of its owner. Messaging and upload are asked when one of their
 * types is requested. Each service receives the whole list and answers the types that it knows.
 */
const messagingTypes = [
  'message',
  'update_message_flags',
  'recent_private_conversations',
  'starred_messages',
  'drafts',
  'scheduled_messages',
  'reminders',
  'saved_snippets',
] as const;

const uploadTypes = ['attachment', 'realm'] as const;

const channelTypes = [
  'subscription',
  'stream',
  'channel_folders',
  'default_streams',
  'default_stream_groups',
  'muted_topics',
  'user_topic',
] as const;

const userAdminTypes = [
  'realm',
  'realm_user',
  'realm_user_groups',
  'realm_user_settings_defaults',
  'realm_bot',
  'realm_embedded_bots',
  'realm_incoming_webhook_bots',
  'realm_billing',
  'realm_domains',
  'realm_emoji',
  'realm_filters',
  'realm_linkifiers',
  'realm_playgrounds',
  'alert_words',
  'custom_profile_fields',
  'giphy',
  'muted_users',
  'navigation_views',
  'onboarding_steps',
  'presence',
  'push_device',
  'stop_words',
  'user_settings',
  'user_status',
  'video_calls',
] as const;

/**
 * The types for a client that does not choose: all except `update_display_settings` and `update_global_notifications`.
 * Only older clients read the fields of these two, and such clients request them by name.
 */
export const allFetchTypes: readonly string[] = [
  ...new Set([...userAdminTypes, ...channelTypes, ...messagingTypes, ...uploadTypes]),
];

const includesAny = (types: readonly string[]) => {
  const known = new Set(types);
  return (wanted: readonly string[]): boolean => wanted.some((type) => known.has(type));
};

/** The types of phones with encrypted push messages, which notify knows. */
const phoneTypes = ['push_device', 'device'];

/** Functions that return whether the service owns one of the requested types. */
export const concernsMessaging = includesAny(messagingTypes);
export const concernsUpload = includesAny(uploadTypes);
export const concernsChannel = includesAny(channelTypes);
export const concernsUserAdmin = includesAny(userAdminTypes);

/** Returns whether the response counts unread messages, which depend on the histories of subscriptions. */
export const countsUnread = (types: readonly string[]): boolean =>
  types.includes('message') && types.includes('update_message_flags');

/**
 * Returns the types that notify answers, and not user-admin. Phones with an account ID need the forwarding service, so
 * without it user-admin answers that there are none.
 */
export const phoneTypesAmong = (types: readonly string[], hasForwarder: boolean): string[] =>
  types.filter((type) => phoneTypes.includes(type) && (hasForwarder || type === 'device'));
