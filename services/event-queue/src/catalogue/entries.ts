/** Every event that the product sends to clients: who writes it, why, and who hears it. */
export type CatalogueEntry = {
  /** `type`, or `type/op`. */
  event: string;
  /** The service that writes it; all its causes are changes of data that this service owns. */
  owner: 'channel' | 'event-queue' | 'messaging' | 'upload' | 'user-admin';
  /** Operations of the API that cause it, and in words what else does. */
  causes: readonly string[];
  audience: string;
  /** From the top of the repository. */
  source: string;
  test: string;
};

const network = (name: string) => `test/network/${name}.test.ts`;
const messaging = (name: string) => `services/messaging/src/events/${name}.ts`;
const channel = (name: string) => `services/channel/src/events/${name}.ts`;
const userAdmin = (name: string) => `services/user-admin/src/${name}.ts`;

const everyone = 'everybody';
const person = 'the person';
const members = 'members (no guests)';
const whoSees = 'everybody, of guests those who see the person';

type Facts = Omit<CatalogueEntry, 'event' | 'owner'>;
const of = (owner: CatalogueEntry['owner'], shared: Partial<Facts>, events: Record<string, Partial<Facts>>) =>
  Object.entries(events).map(([event, own]) => ({ event, owner, ...shared, ...own }) as CatalogueEntry);

export const catalogue: readonly CatalogueEntry[] = [
  ...of(
    'messaging',
    { audience: 'whoever can see the message', test: network('changing') },
    {
      message: {
        causes: ['send-message', 'a scheduled message that is due', 'a reminder that is due', 'notices'],
        audience: 'subscribers at that moment, or everybody in the direct conversation',
        source: messaging('message-sent'),
        test: network('audience'),
      },
      update_message: {
        causes: ['update-message', 'a rendering that improved'],
        source: messaging('message-updated'),
      },
      delete_message: {
        causes: ['delete-message', 'delete-topic', 'update-message'],
        source: messaging('messages-deleted'),
      },
      'reaction/add': { causes: ['add-reaction'], source: messaging('reaction') },
      'reaction/remove': { causes: ['remove-reaction'], source: messaging('reaction') },
      submessage: {
        causes: ['add-submessage'],
        source: 'services/messaging/src/events/submessage-added.ts',
        test: 'services/messaging/test/widgets.test.ts',
      },
    },
  ),
  ...of(
    'messaging',
    { audience: person, source: messaging('flags-updated'), test: network('reading') },
    {
      'update_message_flags/add': {
        causes: [
          'update-message-flags',
          'update-message-flags-for-narrow',
          'mark-all-as-read',
          'unsubscribe',
        ],
      },
      'update_message_flags/remove': { causes: ['update-message-flags', 'update-message-flags-for-narrow'] },
    },
  ),
  ...of(
    'messaging',
    { source: messaging('typing'), test: 'services/messaging/test/changing.test.ts' },
    {
      'typing/start': { causes: ['set-typing-status'], audience: 'the conversation, or subscribers' },
      'typing/stop': { causes: ['set-typing-status'], audience: 'the conversation, or subscribers' },
      'typing_edit_message/start': {
        causes: ['set-typing-status-for-message-edit'],
        audience: 'the conversation, or subscribers',
      },
      'typing_edit_message/stop': {
        causes: ['set-typing-status-for-message-edit'],
        audience: 'the conversation, or subscribers',
      },
    },
  ),
  ...of(
    'messaging',
    { audience: person, source: messaging('personal'), test: network('changing') },
    {
      'drafts/add': { causes: ['create-drafts'] },
      'drafts/update': { causes: ['edit-draft'] },
      'drafts/remove': { causes: ['delete-draft'] },
      'saved_snippets/add': { causes: ['create-saved-snippet'] },
      'saved_snippets/update': { causes: ['edit-saved-snippet'] },
      'saved_snippets/remove': { causes: ['delete-saved-snippet'] },
      'scheduled_messages/add': { causes: ['create-scheduled-message'] },
      'scheduled_messages/update': { causes: ['update-scheduled-message', 'one that cannot be sent'] },
      'scheduled_messages/remove': { causes: ['delete-scheduled-message', 'one that was sent'] },
      'reminders/add': { causes: ['create-message-reminder'] },
      'reminders/remove': { causes: ['delete-reminder', 'one that is due'] },
    },
  ),
  ...of(
    'upload',
    {
      audience: person,
      source: 'services/upload/src/events/attachments.ts',
      test: network('files'),
    },
    {
      'attachment/add': { causes: ['upload-file', 'resumable-upload'] },
      'attachment/update': { causes: ['send-message', 'update-message', 'delete-message'] },
      'attachment/remove': { causes: ['remove-attachment'] },
    },
  ),
  ...of(
    'channel',
    { audience: 'whoever may know of the channel', test: network('channels') },
    {
      'stream/create': {
        causes: ['create-channel', 'subscribe', 'a channel that becomes known to somebody'],
        source: channel('channel-created'),
      },
      'stream/update': { causes: ['update-stream', 'archive-stream'], source: channel('channel-updated') },
      'stream/delete': {
        causes: ['update-stream', 'unsubscribe', 'a channel that somebody may no longer know of'],
        source: channel('channel-created'),
      },
      'subscription/add': {
        causes: ['subscribe', 'update-subscriptions', 'create-channel', 'an invitation accepted'],
        audience: person,
        source: channel('subscriptions-added'),
      },
      'subscription/remove': {
        causes: ['unsubscribe', 'update-subscriptions', 'deactivate-user'],
        audience: person,
        source: channel('subscriptions-removed'),
      },
      'subscription/update': {
        causes: ['update-subscription', 'update-subscription-settings'],
        audience: person,
        source: channel('subscription-updated'),
      },
      'subscription/peer_add': {
        causes: ['subscribe', 'update-subscriptions', 'create-channel'],
        audience: 'whoever may see the subscribers',
        source: channel('subscriptions-added'),
      },
      'subscription/peer_remove': {
        causes: ['unsubscribe', 'update-subscriptions', 'deactivate-user'],
        audience: 'whoever may see the subscribers',
        source: channel('subscriptions-removed'),
      },
      default_streams: {
        causes: ['add-default-stream', 'remove-default-stream', 'update-stream'],
        audience: members,
        source: channel('default-channels'),
      },
      'channel_folder/add': {
        causes: ['create-channel-folder'],
        audience: everyone,
        source: channel('folders'),
      },
      'channel_folder/update': {
        causes: ['update-channel-folder'],
        audience: everyone,
        source: channel('folders'),
      },
      'channel_folder/reorder': {
        causes: ['patch-channel-folders'],
        audience: everyone,
        source: channel('folders'),
      },
      user_topic: {
        causes: [
          'update-user-topic',
          'mute-topic',
          'send-message',
          'add-reaction',
          'add-submessage',
          'update-message',
        ],
        audience: person,
        source: channel('user-topic'),
      },
      muted_topics: {
        causes: ['update-user-topic', 'mute-topic'],
        audience: person,
        source: channel('user-topic'),
      },
    },
  ),
  ...of(
    'user-admin',
    { audience: everyone, test: network('people') },
    {
      'realm_user/add': {
        causes: [
          'create-user',
          'add-bot',
          'reactivate-user',
          'an invitation accepted',
          'a guest comes to share a channel or conversation with somebody',
        ],
        audience: whoSees,
        source: userAdmin('identity/events/people'),
      },
      'realm_user/remove': {
        causes: [
          'unsubscribe',
          'update-user',
          'update-realm',
          'a guest shares nothing with somebody any more',
        ],
        audience: 'guests who do not see everybody',
        source: userAdmin('identity/events/guests'),
        test: network('guests'),
      },
      'realm_user/update': {
        causes: [
          'update-user',
          'update-own-profile',
          'update-settings',
          'deactivate-user',
          'update-bot',
          'change-own-avatar',
        ],
        audience: whoSees,
        source: userAdmin('identity/events/person-changed'),
      },
      'realm_bot/add': {
        causes: ['add-bot', 'update-bot', 'update-user'],
        audience: 'owner and administrators',
        source: userAdmin('identity/events/people'),
      },
      'realm_bot/update': {
        causes: ['update-bot', 'deactivate-bot'],
        audience: 'owner and administrators',
        source: userAdmin('identity/events/person-changed'),
      },
      'realm_bot/delete': {
        causes: ['update-bot', 'update-user'],
        audience: 'the former owner, or who is no administrator any more',
        source: userAdmin('identity/events/person-changed'),
      },
      realm_export_consent: {
        causes: ['update-settings'],
        audience: 'administrators',
        source: userAdmin('identity/events/people'),
        test: network('organization-definitions'),
      },
      'user_settings/update': {
        causes: ['update-settings'],
        audience: person,
        source: userAdmin('kernel/events/user-settings'),
      },
      invites_changed: {
        causes: [
          'send-invites',
          'create-invite-link',
          'revoke-email-invite',
          'revoke-invite-link',
          'resend-email-invite',
          'deactivate-user',
          'update-user',
          'create-user',
          'an invitation accepted',
        ],
        audience: 'administrators and who invited',
        source: userAdmin('identity/events/people'),
        test: network('joining'),
      },
    },
  ),
  ...of(
    'user-admin',
    { audience: everyone, source: userAdmin('organization/events/groups'), test: network('groups') },
    {
      'user_group/add': { causes: ['create-user-group'] },
      'user_group/update': { causes: ['update-user-group'] },
      'user_group/add_members': {
        causes: [
          'update-user-group-members',
          'create-user',
          'update-user',
          'a guest comes to share a channel or conversation with somebody',
        ],
        audience: whoSees,
      },
      'user_group/remove_members': {
        causes: ['update-user-group-members', 'update-user', 'a guest shares nothing with somebody any more'],
        audience: whoSees,
      },
      'user_group/add_subgroups': { causes: ['update-user-group-subgroups'] },
      'user_group/remove_subgroups': { causes: ['update-user-group-subgroups'] },
    },
  ),
  ...of(
    'user-admin',
    {
      audience: everyone,
      source: userAdmin('organization/events/organization'),
      test: network('organization-settings'),
    },
    {
      'realm/update': { causes: ['update-realm'] },
      'realm/update_dict': { causes: ['update-realm', 'change-realm-icon', 'change-realm-logo'] },
      'realm_user_settings_defaults/update': { causes: ['update-realm-user-settings-defaults'] },
    },
  ),
  ...of(
    'user-admin',
    { audience: everyone, test: network('organization-definitions') },
    {
      custom_profile_fields: {
        causes: [
          'create-custom-profile-field',
          'update-custom-profile-field',
          'remove-custom-profile-field',
          'reorder-custom-profile-fields',
        ],
        source: userAdmin('organization/events/profile-fields'),
      },
      realm_linkifiers: {
        causes: ['add-linkifier', 'update-linkifier', 'remove-linkifier', 'reorder-linkifiers'],
        source: userAdmin('organization/events/linkifiers'),
      },
      realm_playgrounds: {
        causes: ['add-code-playground', 'remove-code-playground'],
        source: userAdmin('organization/events/playgrounds'),
      },
      'realm_domains/add': { causes: ['add-realm-domain'], source: userAdmin('organization/events/domains') },
      'realm_domains/change': {
        causes: ['update-realm-domain'],
        source: userAdmin('organization/events/domains'),
      },
      'realm_domains/remove': {
        causes: ['remove-realm-domain'],
        source: userAdmin('organization/events/domains'),
      },
      'realm_emoji/add': {
        causes: ['change-custom-emoji'],
        source: userAdmin('organization/events/emoji'),
      },
      'realm_emoji/edit': {
        causes: ['change-custom-emoji'],
        source: userAdmin('organization/events/emoji'),
      },
      'realm_emoji/update_one': {
        causes: ['change-custom-emoji'],
        source: userAdmin('organization/events/emoji'),
      },
    },
  ),
  ...of(
    'user-admin',
    { audience: person, source: userAdmin('identity/events/personal'), test: network('personal') },
    {
      alert_words: { causes: ['add-alert-words', 'remove-alert-words'] },
      muted_users: { causes: ['mute-user', 'unmute-user'] },
      onboarding_steps: { causes: ['finish-onboarding-step'] },
      'navigation_view/add': { causes: ['add-navigation-view'] },
      'navigation_view/update': { causes: ['edit-navigation-view'] },
      'navigation_view/remove': { causes: ['remove-navigation-view'] },
      user_status: {
        causes: ['update-status', 'update-status-for-user'],
        audience: everyone,
        source: userAdmin('presence/events/user-status'),
      },
      presence: {
        causes: ['update-presence'],
        audience: everyone,
        source: userAdmin('presence/events/presence'),
      },
    },
  ),
  ...of(
    'event-queue',
    {},
    {
      heartbeat: {
        causes: ['get-events'],
        audience: 'a poll that waited 45 to 60 s',
        source: 'services/event-queue/src/polls/poll.ts',
        test: 'services/event-queue/test/records.test.ts',
      },
    },
  ),
];

/** Events that nobody writes: adapters make them of others, for clients that do not know the newest form. */
export const madeByForm: Readonly<Record<string, string>> = {
  'realm_emoji/update': '`realm_emoji/add` and `edit`, without `individual_emoji_changes`',
  'user_group/remove': 'a deactivation in `user_group/update`, without `include_deactivated_groups`',
};

/** Types that clients may ask for, and operations of types, that nothing in the product causes, with the reason. */
export const neverSent: Readonly<Record<string, string>> = {
  default_stream_groups: 'there are no groups of default channels',
  device: 'there are no registered devices',
  has_zoom_token: 'there is no video call provider with accounts',
  push_device: 'there is no push bouncer',
  'realm/deactivated': 'an organization is not deactivated',
  'realm_bot/remove': 'bots are deactivated, which `realm_bot/update` says',
  realm_export: 'there are no exports',
  realm_filters: 'replaced by realm_linkifiers',
  restart: 'a queue outlives restarts: clients need not register again',
  update_display_settings: 'replaced by user_settings',
  update_global_notifications: 'replaced by user_settings',
  web_reload_client: 'no web client is served',
};
