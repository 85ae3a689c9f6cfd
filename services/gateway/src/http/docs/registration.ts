/**
 * What registering answers with, in the notation of `notation.ts`: the queue always, the others where `fetch_event_types`
 * asks for them.
 */
export const registration = `
  {queue_id: string | null, last_event_id: integer, zulip_feature_level: integer, zulip_version: string,
  zulip_merge_base: string, alert_words: [string], custom_profile_fields: [CustomProfileField],
  custom_profile_field_types: {*: {id: integer, name: string}}, realm_date_created: integer,
  demo_organization_scheduled_deletion_date: integer, drafts: [Draft], onboarding_steps: [{type: string, name:
  string}], navigation_tour_video_url: string | null, max_message_id: integer, max_reminder_note_length:
  integer, max_stream_name_length: integer, max_stream_description_length: integer,
  max_channel_folder_name_length: integer, max_channel_folder_description_length: integer, max_topic_length:
  integer, max_message_length: integer, server_min_deactivated_realm_deletion_days: integer | null,
  server_max_deactivated_realm_deletion_days: integer | null, server_presence_ping_interval_seconds: integer,
  server_presence_offline_threshold_seconds: integer, server_typing_started_expiry_period_milliseconds:
  integer, server_typing_stopped_wait_period_milliseconds: integer,
  server_typing_started_wait_period_milliseconds: integer, scheduled_messages: [ScheduledMessage], reminders:
  [Reminder], muted_topics: [[string | integer]], muted_users: [{id: integer, timestamp: integer}], presences:
  {*: {active_timestamp: integer, idle_timestamp: integer} | {*: ClientPresence}}, presence_last_update_id:
  integer, server_timestamp: number, realm_domains: [{domain: string, allow_subdomains: boolean}],
  realm_emoji: {*: Emoji}, realm_linkifiers: [{pattern: string, url_template: string, id: integer,
  reverse_template: string | null, alternative_url_templates: [string]}], realm_filters: [[integer | string]],
  realm_playgrounds: [Playground], realm_user_groups: [UserGroup], realm_bots: [Bot], realm_embedded_bots:
  [{name: string, config: {*: string}}], realm_incoming_webhook_bots: [object], recent_private_conversations:
  [{max_message_id: integer, user_ids: [integer]}], navigation_views: [NavigationView], saved_snippets:
  [SavedSnippet], subscriptions: [Subscription], unsubscribed: [Subscription], never_subscribed: [Channel],
  channel_folders: [ChannelFolder], unread_msgs: {count: integer, pms: [{other_user_id: integer, sender_id:
  integer, unread_message_ids: [integer]}], streams: [{topic: string, stream_id: integer, unread_message_ids:
  [integer]}], huddles: [{user_ids_string: string, unread_message_ids: [integer]}], mentions: [integer],
  old_unreads_missing: boolean}, starred_messages: [integer], streams: [Channel], realm_default_streams:
  [integer], realm_default_stream_groups: [DefaultChannelGroup], stop_words: [string], user_status: {*:
  UserStatus}, user_settings: {*: any}, user_topics: [{stream_id: integer, topic_name: string, last_updated:
  integer, visibility_policy: integer}], has_zoom_token: boolean, giphy_api_key: string, push_devices: {*:
  {status: string, error_code: string | null}}, enable_desktop_notifications: boolean, enable_digest_emails:
  boolean, enable_login_emails: boolean, enable_marketing_emails: boolean,
  email_notifications_batching_period_seconds: integer, enable_offline_email_notifications: boolean,
  enable_offline_push_notifications: boolean, enable_online_push_notifications: boolean, enable_sounds:
  boolean, enable_stream_desktop_notifications: boolean, enable_stream_email_notifications: boolean,
  enable_stream_push_notifications: boolean, enable_stream_audible_notifications: boolean,
  wildcard_mentions_notify: boolean, message_content_in_email_notifications: boolean, notification_sound:
  string, pm_content_in_desktop_notifications: boolean, desktop_icon_count_display: integer,
  realm_name_in_email_notifications_policy: integer, presence_enabled: boolean, available_notification_sounds:
  [string], color_scheme: integer, default_language: string, demote_inactive_streams: integer, emojiset:
  string, enable_drafts_synchronization: boolean, fluid_layout_width: boolean, web_home_view: string,
  high_contrast_mode: boolean, left_side_userlist: boolean, starred_message_counts: boolean, timezone: string,
  translate_emoticons: boolean, twenty_four_hour_time: boolean, receives_typing_notifications: boolean,
  enter_sends: boolean, emojiset_choices: [{key: string, text: string}],
  realm_message_edit_history_visibility_policy: string, realm_allow_edit_history: boolean,
  realm_can_add_custom_emoji_group: GroupSettingValue, realm_can_add_subscribers_group: GroupSettingValue,
  realm_can_delete_any_message_group: GroupSettingValue, realm_can_delete_own_message_group:
  GroupSettingValue, realm_can_set_delete_message_policy_group: GroupSettingValue,
  realm_can_set_topics_policy_group: GroupSettingValue, realm_can_invite_users_group: GroupSettingValue,
  realm_can_mention_many_users_group: GroupSettingValue, realm_can_move_messages_between_channels_group:
  GroupSettingValue, realm_can_move_messages_between_topics_group: GroupSettingValue, realm_can_create_groups:
  GroupSettingValue, realm_can_create_bots_group: GroupSettingValue, realm_can_create_write_only_bots_group:
  GroupSettingValue, realm_can_manage_all_groups: GroupSettingValue, realm_can_manage_billing_group:
  GroupSettingValue, realm_can_create_public_channel_group: GroupSettingValue,
  realm_can_create_private_channel_group: GroupSettingValue, realm_can_create_web_public_channel_group:
  GroupSettingValue, realm_can_resolve_topics_group: GroupSettingValue, realm_create_public_stream_policy:
  integer, realm_create_private_stream_policy: integer, realm_create_web_public_stream_policy: integer,
  realm_wildcard_mention_policy: integer, realm_default_language: string, realm_welcome_message_custom_text:
  string, realm_description: string, realm_digest_emails_enabled: boolean,
  realm_disallow_disposable_email_addresses: boolean, realm_email_changes_disabled: boolean,
  realm_invite_required: boolean, realm_create_multiuse_invite_group: GroupSettingValue,
  realm_inline_image_preview: boolean, realm_inline_url_embed_preview: boolean, realm_topics_policy: string,
  realm_mandatory_topics: boolean, realm_message_retention_days: integer, realm_name: string,
  realm_require_e2ee_push_notifications: boolean, realm_require_unique_names: boolean,
  realm_name_changes_disabled: boolean, realm_avatar_changes_disabled: boolean,
  realm_emails_restricted_to_domains: boolean, realm_send_welcome_emails: boolean,
  realm_message_content_allowed_in_email_notifications: boolean, realm_enable_spectator_access: boolean,
  realm_want_advertise_in_communities_directory: boolean, realm_video_chat_provider: integer,
  realm_jitsi_server_url: string | null, realm_giphy_rating: integer, realm_waiting_period_threshold: integer,
  realm_digest_weekday: integer, realm_direct_message_initiator_group: GroupSettingValue,
  realm_direct_message_permission_group: GroupSettingValue, realm_default_code_block_language: string,
  realm_message_content_delete_limit_seconds: integer | null, realm_authentication_methods: {*:
  AuthenticationMethod}, realm_allow_message_editing: boolean, realm_message_content_edit_limit_seconds:
  integer | null, realm_move_messages_within_stream_limit_seconds: integer | null,
  realm_move_messages_between_streams_limit_seconds: integer | null, realm_enable_read_receipts: boolean,
  realm_icon_url: string, realm_icon_source: string, max_icon_file_size_mib: integer, realm_logo_url: string,
  realm_logo_source: string, realm_night_logo_url: string, realm_night_logo_source: string,
  max_logo_file_size_mib: integer, realm_bot_domain: string, realm_uri: string, realm_url: string,
  realm_available_video_chat_providers: {*: {name: string, id: integer}}, realm_presence_disabled: boolean,
  settings_send_digest_emails: boolean, realm_is_zephyr_mirror_realm: boolean, realm_email_auth_enabled:
  boolean, realm_password_auth_enabled: boolean, realm_push_notifications_enabled: boolean,
  realm_push_notifications_enabled_end_timestamp: integer | null, realm_upload_quota_mib: integer | null,
  realm_org_type: integer, realm_plan_type: integer, realm_enable_guest_user_dm_warning: boolean,
  realm_enable_guest_user_indicator: boolean, realm_can_access_all_users_group: GroupSettingValue,
  realm_can_summarize_topics_group: GroupSettingValue, zulip_plan_is_not_limited: boolean,
  upgrade_text_for_wide_organization_logo: string, realm_default_external_accounts: {*: {name: string, text:
  string, hint: string, url_pattern: string}}, jitsi_server_url: string, development_environment: boolean,
  server_generation: integer, password_min_length: integer, password_max_length: integer,
  password_min_guesses: integer, giphy_rating_options: {*: {name: string, id: integer}},
  max_file_upload_size_mib: integer, max_avatar_file_size_mib: integer, server_inline_image_preview: boolean,
  server_inline_url_embed_preview: boolean, server_thumbnail_formats: [{name: string, max_width: integer,
  max_height: integer, format: string, animated: boolean}], server_avatar_changes_disabled: boolean,
  server_name_changes_disabled: boolean, server_needs_upgrade: boolean, server_web_public_streams_enabled:
  boolean, server_emoji_data_url: string, server_jitsi_server_url: string | null, server_can_summarize_topics:
  boolean, event_queue_longpoll_timeout_seconds: integer, realm_billing: {has_pending_sponsorship_request:
  boolean}, realm_moderation_request_channel_id: integer, realm_new_stream_announcements_stream_id: integer,
  realm_signup_announcements_stream_id: integer, realm_zulip_update_announcements_stream_id: integer,
  realm_empty_topic_display_name: string, realm_user_settings_defaults: {*: any}, realm_users: [User],
  realm_non_active_users: [User], avatar_source: string, avatar_url_medium: string, avatar_url: string,
  can_create_streams: boolean, can_create_public_streams: boolean, can_create_private_streams: boolean,
  can_create_web_public_streams: boolean, can_subscribe_other_users: boolean, can_invite_others_to_realm:
  boolean, is_admin: boolean, is_owner: boolean, is_moderator: boolean, is_guest: boolean, user_id: integer,
  email: string, delivery_email: string, full_name: string, cross_realm_bots: [object],
  server_supported_permission_settings: {realm: {*: GroupPermissionSetting}, stream: {*:
  GroupPermissionSetting}, group: {*: GroupPermissionSetting}}, max_bulk_new_subscription_messages: number,
  idle_queue_timeout_secs: integer, server_report_message_types: [{key: string, name: string}]}`;
