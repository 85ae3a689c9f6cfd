/**
 * Lists the values of `fetch_event_types`, by the service that owns their data. Every registration asks user-admin and channel,
 * because a queue needs the role and the channels of its user, and notify, because every answer lists the user's devices. Messaging, upload
 * and integrations are asked only when one of their types is requested. Each service receives the whole list and answers the types
 * that it knows.
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

const integrationTypes = ['realm_incoming_webhook_bots'] as const;

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
  'tenor',
  'user_settings',
  'user_status',
  'video_calls',
] as const;

/**
 * The types for a client that does not choose: those of the lists above. Clients must request other types by name:
 * `update_display_settings` and `update_global_notifications`, which only older clients use.
 */
export const allFetchTypes: readonly string[] = [
  ...new Set([...userAdminTypes, ...channelTypes, ...messagingTypes, ...uploadTypes, ...integrationTypes]),
];

const includesAny = (types: readonly string[]) => {
  const known = new Set(types);
  return (wanted: readonly string[]): boolean => wanted.some((type) => known.has(type));
};

/** Types about phones that receive encrypted push messages. Notify owns this data, but see `phoneTypesFor`. */
const phoneTypes = ['push_device', 'device'];

/** The following functions return whether the service owns one of the requested types. */
export const concernsMessaging = includesAny(messagingTypes);
export const concernsUpload = includesAny(uploadTypes);
export const concernsIntegrations = includesAny(integrationTypes);
export const concernsChannel = includesAny(channelTypes);
export const concernsUserAdmin = includesAny(userAdminTypes);

/** Types of which user-admin has no data, because other services own all of it. */
const ownedByOthers: ReadonlySet<string> = new Set(
  [...messagingTypes, ...channelTypes, ...uploadTypes, ...integrationTypes, 'device'].filter(
    (type) => !userAdminTypes.some((own) => own === type),
  ),
);

/** Returns whether user-admin may have data of one of the types. It also knows types that only older clients request. */
export const mayConcernUserAdmin = (types: readonly string[]): boolean =>
  types.some((type) => !ownedByOthers.has(type));

/** Returns whether the response has counts of unread messages, which need the history of the user's subscriptions. */
export const countsUnread = (types: readonly string[]): boolean =>
  types.includes('message') && types.includes('update_message_flags');

/** Returns the types that notify answers: `device` always; `push_device` when it is requested and there is a forwarding service. */
export const phoneTypesFor = (types: readonly string[], hasForwarder: boolean): string[] =>
  hasForwarder && types.includes('push_device') ? phoneTypes : ['device'];

/** Returns whether a queue with these event types delivers changes of phones. Undefined stands for all types. */
export const deliversPhones = (eventTypes: readonly string[] | undefined): boolean =>
  !eventTypes || eventTypes.some((type) => phoneTypes.includes(type));
