/**
 * What operations answer with beside the envelope, in the notation of `notation.ts`; one that is not here answers with
 * the envelope alone. Real answers are compared with this in `test/network/documented-answers.test.ts`.
 */
export const answers: Readonly<Record<string, string>> = {
  'add-alert-words': '{alert_words: [string]}',
  'add-bot': '{user_id: integer, api_key: string, bot: Bot}',
  'add-code-playground': '{id: integer}',
  'add-linkifier': '{id: integer}',
  'change-own-avatar': '{avatar_url: string}',
  'change-realm-icon': '{icon_url: string}',
  'check-messages-match-narrow': '{messages: {*: {match_content: string, match_subject: string}}}',
  'close-queues': '{closed: integer}',
  'create-channel': '{id: integer}',
  'create-channel-folder': '{channel_folder_id: integer}',
  'create-custom-profile-field': '{id: integer}',
  'create-drafts': '{ids: [integer]}',
  'create-invite-link': '{invite_link: string}',
  'create-message-reminder': '{reminder_id: integer}',
  'create-saved-snippet': '{saved_snippet_id: integer}',
  'create-scheduled-message': '{scheduled_message_id: integer}',
  'create-user': '{user_id: integer}',
  'create-user-group': '{group_id: integer}',
  'delete-topic': '{complete: boolean}',
  'dev-fetch-api-key': '{api_key: string, email: string, user_id: integer}',
  'fetch-api-key': '{api_key: string, email: string, user_id: integer}',
  'get-alert-words': '{alert_words: [string]}',
  'get-attachments': '{attachments: [Attachment], upload_space_used: integer}',
  'get-audit-log': '{entries: [AuditEntry]}',
  'get-bot-api-key': '{api_key: string}',
  'get-bot-storage': '{storage: {*: string}}',
  'get-bots': '{bots: [Bot]}',
  'get-channel-folders': '{channel_folders: [ChannelFolder]}',
  'get-custom-emoji': '{emoji: {*: Emoji}}',
  'get-custom-profile-fields': '{custom_fields: [CustomProfileField]}',
  'get-drafts': '{count: integer, drafts: [Draft]}',
  'get-events': '{queue_id: string, events: [{id: integer, type: string, *: any}]}',
  'get-file-temporary-url': '{url: string}',
  'get-invites': `
    {invites: [{id: integer, invited_by_user_id: integer, invited: integer, expiry_date: integer | null,
    invited_as: integer, email: string, notify_referrer_on_join: boolean, link_url: string, is_multiuse:
    boolean}]}`,
  'get-is-user-group-member': '{is_user_group_member: boolean}',
  'get-linkifiers': `
    {linkifiers: [{pattern: string, url_template: string, id: integer, reverse_template: string | null,
    alternative_url_templates: [string]}]}`,
  'get-message': '{raw_content: string, message: Message}',
  'get-message-history': `
    {message_history: [{topic: string, prev_topic: string, stream: integer, prev_stream: integer, content:
    string, rendered_content: string, prev_content: string, prev_rendered_content: string, user_id: integer
    | null, content_html_diff: string, timestamp: integer}]}`,
  'get-messages': `
    {anchor: integer, found_newest: boolean, found_oldest: boolean, found_anchor: boolean, history_limited:
    boolean, messages: [Message]}`,
  'get-navigation-views': '{navigation_views: [NavigationView]}',
  'get-own-user': `
    {avatar_url: string, avatar_version: integer, email: string, full_name: string, is_admin: boolean,
    is_owner: boolean, role: integer, is_guest: boolean, is_bot: boolean, is_active: boolean, timezone:
    string, date_joined: string, max_message_id: integer, user_id: integer, delivery_email: string,
    profile_data: {*: {value: string, rendered_value: string}}, is_imported_stub: boolean}`,
  'get-presence': '{server_timestamp: number, presences: {*: {*: ClientPresence}}}',
  'get-read-receipts': '{user_ids: [integer]}',
  'get-realm-domains': '{domains: [AllowedDomain]}',
  'get-realm-export-consents': '{export_consents: [{user_id: integer, consented: boolean}]}',
  'get-realm-exports': '{exports: [Export]}',
  'get-reminders': '{reminders: [Reminder]}',
  'get-saved-snippets': '{saved_snippets: [SavedSnippet]}',
  'get-scheduled-messages': '{scheduled_messages: [ScheduledMessage]}',
  'get-server-settings': `
    {authentication_methods: {*: boolean}, external_authentication_methods: [{name: string, display_name:
    string, display_icon: string | null, login_url: string, signup_url: string}], zulip_feature_level:
    integer, zulip_version: string, zulip_merge_base: string, push_notifications_enabled: boolean,
    is_incompatible: boolean, email_auth_enabled: boolean, require_email_format_usernames: boolean,
    realm_uri: string, realm_url: string, realm_name: string, realm_icon: string, realm_description: string,
    realm_web_public_access_enabled: boolean}`,
  'get-sessions': '{sessions: [Session]}',
  'get-stream-by-id': '{stream: Channel}',
  'get-stream-email-address': '{email: string}',
  'get-stream-id': '{stream_id: integer}',
  'get-stream-topics': '{topics: [{max_id: integer, name: string}]}',
  'get-streams': '{streams: [Channel]}',
  'get-subscribers': '{subscribers: [integer]}',
  'get-subscription-status': '{is_subscribed: boolean}',
  'get-subscriptions': '{subscriptions: [Subscription]}',
  'get-user': '{user: User}',
  'get-user-group-members': '{members: [integer]}',
  'get-user-group-subgroups': '{subgroups: [integer]}',
  'get-user-groups': '{user_groups: [UserGroup]}',
  'get-user-presence': '{presence: {*: {timestamp: integer, status: string}}}',
  'get-user-status': '{status: UserStatus}',
  'get-users': '{members: [User]}',
  'list-queues': `
    {event_queues: [{queue_id: string, client: string, created_at: integer, last_active_at: integer,
    idle_queue_timeout_secs: integer}]}`,
  'mark-all-as-read': '{complete: boolean}',
  'regenerate-bot-api-key': '{api_key: string}',
  'regenerate-own-api-key': '{api_key: string}',
  'remove-alert-words': '{alert_words: [string]}',
  'render-message': '{rendered: string}',
  'send-message': '{id: integer, automatic_new_visibility_policy: integer}',
  'sign-in': '{user_id: integer, csrf_token: string}',
  subscribe: `
    {subscribed: {*: [string]}, already_subscribed: {*: [string]}, unauthorized: [string],
    new_subscription_messages_sent: boolean}`,
  'test-welcome-bot-custom-message': '{message_id: integer}',
  unsubscribe: '{not_removed: [string], removed: [string]}',
  'update-bot': '{bot: Bot}',
  'update-message': '{detached_uploads: [Attachment]}',
  'update-message-flags': `
    {messages: [integer], ignored_because_not_subscribed_channels: [integer]}`,
  'update-message-flags-for-narrow': `
    {processed_count: integer, updated_count: integer, first_processed_id: integer | null,
    last_processed_id: integer | null, found_oldest: boolean, found_newest: boolean,
    ignored_because_not_subscribed_channels: [integer]}`,
  'update-presence': `
    {presence_last_update_id: integer, server_timestamp: number, presences: {*: {active_timestamp: integer,
    idle_timestamp: integer} | {*: ClientPresence}}, zephyr_mirror_active: boolean}`,
  'update-subscriptions': `
    {subscribed: {*: [string]}, already_subscribed: {*: [string]}, not_removed: [string], removed: [string],
    new_subscription_messages_sent: boolean}`,
  'upload-file': '{uri: string, url: string, filename: string}',
};

/** What several answers hold: components of the document. Members may be absent. */
export const shapes: Readonly<Record<string, string>> = {
  AllowedDomain: '{domain: string, allow_subdomains: boolean}',
  Attachment: `
    {id: integer, name: string, path_id: string, size: integer, create_time: integer, messages: [{date_sent:
    integer, id: integer}]}`,
  AuditEntry: `
    {id: integer, timestamp: integer, actor_id: integer | null, action: string, user_id: integer | null,
    details: object, client: string, address: string}`,
  AuthenticationMethod: '{enabled: boolean, available: boolean, unavailable_reason: string}',
  Bot: `
    {user_id: integer, full_name: string, api_key: string, default_sending_stream: string | null,
    default_events_register_stream: string | null, default_all_public_streams: boolean, avatar_url: string,
    owner_id: integer | null, services: [{base_url: string, token: string, interface: integer} |
    {service_name: string, config_data: {*: string}}], email: string, bot_type: integer | null, is_active:
    boolean}`,
  Channel: `
    {stream_id: integer, name: string, is_archived: boolean, description: string, date_created: integer,
    creator_id: integer | null, invite_only: boolean, rendered_description: string, is_web_public: boolean,
    stream_post_policy: integer, message_retention_days: integer | null, history_public_to_subscribers:
    boolean, topics_policy: string, first_message_id: integer | null, folder_id: integer | null,
    is_recently_active: boolean, is_announcement_only: boolean, can_add_subscribers_group:
    GroupSettingValue, can_remove_subscribers_group: GroupSettingValue, can_administer_channel_group:
    GroupSettingValue, can_delete_any_message_group: GroupSettingValue, can_delete_own_message_group:
    GroupSettingValue, can_move_messages_out_of_channel_group: GroupSettingValue,
    can_move_messages_within_channel_group: GroupSettingValue, can_send_message_group: GroupSettingValue,
    can_subscribe_group: GroupSettingValue, can_resolve_topics_group: GroupSettingValue, subscriber_count:
    number, stream_weekly_traffic: integer | null, is_default: boolean, can_create_topic_group:
    GroupSettingValue}`,
  ChannelFolder: `
    {name: string, date_created: integer | null, creator_id: integer | null, description: string,
    rendered_description: string, order: integer, id: integer, is_archived: boolean}`,
  ClientPresence: '{client: string, status: string, timestamp: integer, pushable: boolean}',
  CustomProfileField: `
    {id: integer, type: integer, order: integer, name: string, hint: string, field_data: string,
    display_in_profile_summary: boolean, required: boolean, editable_by_user: boolean}`,
  DefaultChannelGroup: '{name: string, description: string, id: integer, streams: [integer]}',
  Draft: `
    {id: integer, type: string, to: [integer], topic: string, content: string, timestamp: integer}`,
  Emoji: `
    {id: string, name: string, source_url: string, still_url: string | null, deactivated: boolean,
    author_id: integer | null}`,
  Export: `
    {id: integer, acting_user_id: integer, export_time: number, deleted_timestamp: number | null,
    failed_timestamp: number | null, export_url: string | null, pending: boolean, export_type: integer}`,
  GroupPermissionSetting: `
    {require_system_group: boolean, allow_internet_group: boolean, allow_nobody_group: boolean,
    allow_everyone_group: boolean, default_group_name: string, default_for_system_groups: string | null,
    allowed_system_groups: [string]}`,
  GroupSettingValue: 'integer | {direct_members: [integer], direct_subgroups: [integer]}',
  Message: `
    {avatar_url: string | null, client: string, content: string, content_type: string, display_recipient:
    string | [{id: integer, email: string, full_name: string, is_mirror_dummy: boolean}], edit_history:
    [{prev_content: string, prev_rendered_content: string, prev_stream: integer, prev_topic: string, stream:
    integer, timestamp: integer, topic: string, user_id: integer | null}], id: integer, is_me_message:
    boolean, last_edit_timestamp: integer, last_moved_timestamp: integer, reactions: [Reaction],
    recipient_id: integer, sender_email: string, sender_full_name: string, sender_id: integer,
    sender_realm_str: string, stream_id: integer, subject: string, submessages: [{msg_type: string, content:
    string, message_id: integer, sender_id: integer, id: integer}], timestamp: integer, topic_links: [{text:
    string, url: string}], type: string, flags: [string], match_content: string, match_subject: string}`,
  NavigationView: '{fragment: string, is_pinned: boolean, name: string | null}',
  Playground: '{id: integer, name: string, pygments_language: string, url_template: string}',
  Reaction: '{emoji_name: string, emoji_code: string, reaction_type: string, user_id: integer}',
  Reminder: `
    {reminder_id: integer, type: string, to: [integer], content: string, rendered_content: string,
    scheduled_delivery_timestamp: integer, failed: boolean, reminder_target_message_id: integer}`,
  SavedSnippet: '{id: integer, title: string, content: string, date_created: integer}',
  ScheduledMessage: `
    {scheduled_message_id: integer, type: string, to: integer | [integer], topic: string, content: string,
    rendered_content: string, scheduled_delivery_timestamp: integer, failed: boolean}`,
  Session: `
    {id: integer, created: integer, last_used: integer, client: string, address: string, is_current:
    boolean}`,
  Subscription: `
    {stream_id: integer, name: string, description: string, rendered_description: string, date_created:
    integer, creator_id: integer | null, invite_only: boolean, subscribers: [integer], partial_subscribers:
    [integer], desktop_notifications: boolean | null, email_notifications: boolean | null,
    wildcard_mentions_notify: boolean | null, push_notifications: boolean | null, audible_notifications:
    boolean | null, pin_to_top: boolean, is_muted: boolean, in_home_view: boolean, is_announcement_only:
    boolean, is_web_public: boolean, color: string, stream_post_policy: integer, message_retention_days:
    integer | null, history_public_to_subscribers: boolean, first_message_id: integer | null, folder_id:
    integer | null, topics_policy: string, is_recently_active: boolean, stream_weekly_traffic: integer |
    null, can_add_subscribers_group: GroupSettingValue, can_remove_subscribers_group: GroupSettingValue,
    can_administer_channel_group: GroupSettingValue, can_delete_any_message_group: GroupSettingValue,
    can_delete_own_message_group: GroupSettingValue, can_move_messages_out_of_channel_group:
    GroupSettingValue, can_move_messages_within_channel_group: GroupSettingValue, can_send_message_group:
    GroupSettingValue, can_subscribe_group: GroupSettingValue, can_resolve_topics_group: GroupSettingValue,
    is_archived: boolean, subscriber_count: number, can_create_topic_group: GroupSettingValue}`,
  User: `
    {user_id: integer, delivery_email: string | null, email: string, full_name: string, date_joined: string,
    is_active: boolean, is_owner: boolean, is_admin: boolean, is_guest: boolean, is_bot: boolean, bot_type:
    integer | null, bot_owner_id: integer | null, role: integer, timezone: string, avatar_url: string |
    null, avatar_version: integer, profile_data: {*: {value: string, rendered_value: string}},
    is_imported_stub: boolean}`,
  UserGroup: `
    {name: string, date_created: integer | null, creator_id: integer | null, description: string, members:
    [integer], direct_subgroup_ids: [integer], id: integer, is_system_group: boolean, can_add_members_group:
    GroupSettingValue, can_join_group: GroupSettingValue, can_leave_group: GroupSettingValue,
    can_manage_group: GroupSettingValue, can_mention_group: GroupSettingValue, can_remove_members_group:
    GroupSettingValue, deactivated: boolean}`,
  UserStatus: `
    {away: boolean, status_text: string, emoji_name: string, emoji_code: string, reaction_type: string}`,
};
