/**
 * Fields of the answer to a registration, by the service that provides them and by the `fetch_event_types` that request them.
 */
export type FieldGroup = {
  owner: 'channel' | 'gateway' | 'integrations' | 'messaging' | 'notify' | 'user-admin';
  /** Types that must all be requested. If the list is empty, the fields are always present. */
  fetch: readonly string[];
  /** JSON type of each field, such as `integer`, or several types as in `string|null`. */
  fields: Readonly<Record<string, string>>;
};

export const fieldGroups: readonly FieldGroup[] = [
  {
    owner: 'channel',
    fetch: ['channel_folders'],
    fields: {
      channel_folders: 'array',
    },
  },
  {
    owner: 'channel',
    fetch: ['default_stream_groups'],
    fields: {
      realm_default_stream_groups: 'array',
    },
  },
  {
    owner: 'channel',
    fetch: ['default_streams'],
    fields: {
      realm_default_streams: 'array',
    },
  },
  {
    owner: 'channel',
    fetch: ['muted_topics'],
    fields: {
      muted_topics: 'array',
    },
  },
  {
    owner: 'channel',
    fetch: ['stream'],
    fields: {
      streams: 'array',
    },
  },
  {
    owner: 'channel',
    fetch: ['subscription'],
    fields: {
      subscriptions: 'array',
      unsubscribed: 'array',
      never_subscribed: 'array',
    },
  },
  {
    owner: 'channel',
    fetch: ['user_topic'],
    fields: {
      user_topics: 'array',
    },
  },
  {
    owner: 'gateway',
    fetch: [],
    fields: {
      queue_id: 'string|null',
      last_event_id: 'integer',
      zulip_feature_level: 'integer',
      zulip_version: 'string',
      zulip_merge_base: 'string',
      max_reminder_note_length: 'integer',
      max_bulk_new_subscription_messages: 'number',
      idle_queue_timeout_secs: 'integer',
      server_report_message_types: 'array',
    },
  },
  {
    owner: 'gateway',
    fetch: ['realm'],
    fields: {
      max_stream_name_length: 'integer',
      max_stream_description_length: 'integer',
      max_channel_folder_name_length: 'integer',
      max_channel_folder_description_length: 'integer',
      max_topic_length: 'integer',
      max_message_length: 'integer',
      server_min_deactivated_realm_deletion_days: 'integer|null',
      server_max_deactivated_realm_deletion_days: 'integer|null',
      server_presence_ping_interval_seconds: 'integer',
      server_presence_offline_threshold_seconds: 'integer',
      server_typing_started_expiry_period_milliseconds: 'integer',
      server_typing_stopped_wait_period_milliseconds: 'integer',
      server_typing_started_wait_period_milliseconds: 'integer',
      max_icon_file_size_mib: 'integer',
      max_logo_file_size_mib: 'integer',
      development_environment: 'boolean',
      server_generation: 'integer',
      max_file_upload_size_mib: 'integer',
      max_avatar_file_size_mib: 'integer',
      server_inline_image_preview: 'boolean',
      server_inline_url_embed_preview: 'boolean',
      server_thumbnail_formats: 'array',
      server_avatar_changes_disabled: 'boolean',
      server_name_changes_disabled: 'boolean',
      server_needs_upgrade: 'boolean',
      server_web_public_streams_enabled: 'boolean',
      server_emoji_data_url: 'string',
      server_jitsi_server_url: 'string|null',
      server_can_summarize_topics: 'boolean',
      realm_upload_quota_mib: 'integer|null',
      realm_available_video_chat_providers: 'object',
      event_queue_longpoll_timeout_seconds: 'integer',
      event_queue_stream_available: 'boolean',
    },
  },
  {
    owner: 'messaging',
    fetch: ['drafts'],
    fields: {
      drafts: 'array',
    },
  },
  {
    owner: 'messaging',
    fetch: ['message'],
    fields: {
      max_message_id: 'integer',
    },
  },
  {
    owner: 'messaging',
    fetch: ['message', 'update_message_flags'],
    fields: {
      unread_msgs: 'object',
    },
  },
  {
    owner: 'messaging',
    fetch: ['recent_private_conversations'],
    fields: {
      recent_private_conversations: 'array',
    },
  },
  {
    owner: 'messaging',
    fetch: ['reminders'],
    fields: {
      reminders: 'array',
    },
  },
  {
    owner: 'messaging',
    fetch: ['saved_snippets'],
    fields: {
      saved_snippets: 'array',
    },
  },
  {
    owner: 'messaging',
    fetch: ['scheduled_messages'],
    fields: {
      scheduled_messages: 'array',
    },
  },
  {
    owner: 'messaging',
    fetch: ['starred_messages'],
    fields: {
      starred_messages: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: [],
    fields: {
      receives_typing_notifications: 'boolean',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['alert_words'],
    fields: {
      alert_words: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['custom_profile_fields'],
    fields: {
      custom_profile_fields: 'array',
      custom_profile_field_types: 'object',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['giphy'],
    fields: {
      giphy_api_key: 'string',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['tenor'],
    fields: {
      tenor_api_key: 'string',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['muted_users'],
    fields: {
      muted_users: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['navigation_views'],
    fields: {
      navigation_views: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['onboarding_steps'],
    fields: {
      onboarding_steps: 'array',
      navigation_tour_video_url: 'string|null',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['presence'],
    fields: {
      presences: 'object',
      presence_last_update_id: 'integer',
      server_timestamp: 'number',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['push_device'],
    fields: {
      push_devices: 'object',
    },
  },
  {
    owner: 'notify',
    fetch: [],
    fields: {
      devices: 'object',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm'],
    fields: {
      realm_date_created: 'integer',
      realm_message_edit_history_visibility_policy: 'string',
      realm_allow_edit_history: 'boolean',
      realm_can_add_custom_emoji_group: 'integer|object',
      realm_can_add_subscribers_group: 'integer|object',
      realm_can_delete_any_message_group: 'integer|object',
      realm_can_delete_own_message_group: 'integer|object',
      realm_can_set_delete_message_policy_group: 'integer|object',
      realm_can_set_topics_policy_group: 'integer|object',
      realm_can_invite_users_group: 'integer|object',
      realm_can_mention_many_users_group: 'integer|object',
      realm_can_move_messages_between_channels_group: 'integer|object',
      realm_can_move_messages_between_topics_group: 'integer|object',
      realm_can_create_groups: 'integer|object',
      realm_can_create_bots_group: 'integer|object',
      realm_can_create_write_only_bots_group: 'integer|object',
      realm_can_manage_all_groups: 'integer|object',
      realm_can_manage_billing_group: 'integer|object',
      realm_can_create_public_channel_group: 'integer|object',
      realm_can_create_private_channel_group: 'integer|object',
      realm_can_create_web_public_channel_group: 'integer|object',
      realm_can_resolve_topics_group: 'integer|object',
      realm_create_public_stream_policy: 'integer',
      realm_create_private_stream_policy: 'integer',
      realm_create_web_public_stream_policy: 'integer',
      realm_wildcard_mention_policy: 'integer',
      realm_default_language: 'string',
      realm_welcome_message_custom_text: 'string',
      realm_description: 'string',
      realm_digest_emails_enabled: 'boolean',
      realm_disallow_disposable_email_addresses: 'boolean',
      realm_email_changes_disabled: 'boolean',
      realm_invite_required: 'boolean',
      realm_create_multiuse_invite_group: 'integer|object',
      realm_inline_image_preview: 'boolean',
      realm_inline_url_embed_preview: 'boolean',
      realm_topics_policy: 'string',
      realm_mandatory_topics: 'boolean',
      realm_message_retention_days: 'integer',
      realm_name: 'string',
      realm_require_e2ee_push_notifications: 'boolean',
      realm_require_second_factor: 'string',
      realm_require_unique_names: 'boolean',
      realm_second_factor_after_provider: 'boolean',
      realm_name_changes_disabled: 'boolean',
      realm_avatar_changes_disabled: 'boolean',
      realm_emails_restricted_to_domains: 'boolean',
      realm_session_idle_hours: 'integer',
      realm_session_lifetime_hours: 'integer',
      realm_send_channel_events_messages: 'boolean',
      realm_send_welcome_emails: 'boolean',
      realm_message_content_allowed_in_email_notifications: 'boolean',
      realm_allow_replies_from_other_addresses: 'boolean',
      realm_remove_image_positions: 'boolean',
      realm_accent_color: 'string',
      realm_sidebar_color: 'string',
      realm_enable_spectator_access: 'boolean',
      realm_want_advertise_in_communities_directory: 'boolean',
      realm_video_chat_provider: 'integer',
      realm_jitsi_server_url: 'string|null',
      realm_gif_provider: 'string',
      realm_gif_rating_policy: 'integer',
      realm_default_avatar_source: 'string',
      realm_media_preview_size: 'integer',
      realm_uuid: 'string',
      realm_waiting_period_threshold: 'integer',
      realm_digest_weekday: 'integer',
      realm_direct_message_initiator_group: 'integer|object',
      realm_direct_message_permission_group: 'integer|object',
      realm_default_code_block_language: 'string',
      realm_message_content_delete_limit_seconds: 'integer|null',
      realm_authentication_methods: 'object',
      realm_allow_message_editing: 'boolean',
      realm_message_content_edit_limit_seconds: 'integer|null',
      realm_move_messages_within_stream_limit_seconds: 'integer|null',
      realm_move_messages_between_streams_limit_seconds: 'integer|null',
      realm_enable_read_receipts: 'boolean',
      realm_icon_url: 'string',
      realm_icon_source: 'string',
      realm_logo_url: 'string',
      realm_logo_source: 'string',
      realm_night_logo_url: 'string',
      realm_night_logo_source: 'string',
      realm_bot_domain: 'string',
      realm_uri: 'string',
      realm_url: 'string',
      realm_presence_disabled: 'boolean',
      settings_send_digest_emails: 'boolean',
      realm_owner_full_content_access: 'boolean',
      realm_email_auth_enabled: 'boolean',
      realm_password_auth_enabled: 'boolean',
      realm_push_notifications_enabled: 'boolean',
      realm_push_notifications_enabled_end_timestamp: 'integer|null',
      realm_org_type: 'integer',
      realm_plan_type: 'integer',
      realm_enable_guest_user_dm_warning: 'boolean',
      realm_enable_guest_user_indicator: 'boolean',
      realm_can_access_all_users_group: 'integer|object',
      realm_can_summarize_topics_group: 'integer|object',
      zulip_plan_is_not_limited: 'boolean',
      upgrade_text_for_wide_organization_logo: 'string',
      realm_default_external_accounts: 'object',
      password_min_length: 'integer',
      password_max_length: 'integer',
      password_min_guesses: 'integer',
      gif_rating_policy_options: 'object',
      realm_moderation_request_channel_id: 'integer',
      realm_new_stream_announcements_stream_id: 'integer',
      realm_signup_announcements_stream_id: 'integer',
      realm_zulip_update_announcements_stream_id: 'integer',
      realm_empty_topic_display_name: 'string',
      server_supported_permission_settings: 'object',
      server_web_push_public_key: 'string',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_billing'],
    fields: {
      realm_billing: 'object',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_bot'],
    fields: {
      realm_bots: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_domains'],
    fields: {
      realm_domains: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_embedded_bots'],
    fields: {
      realm_embedded_bots: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_emoji'],
    fields: {
      realm_emoji: 'object',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_filters'],
    fields: {
      realm_filters: 'array',
    },
  },
  {
    owner: 'integrations',
    fetch: ['realm_incoming_webhook_bots'],
    fields: {
      realm_incoming_webhook_bots: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_linkifiers'],
    fields: {
      realm_linkifiers: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_playgrounds'],
    fields: {
      realm_playgrounds: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_user'],
    fields: {
      realm_users: 'array',
      realm_non_active_users: 'array',
      avatar_source: 'string',
      avatar_url_medium: 'string',
      avatar_url: 'string',
      can_create_streams: 'boolean',
      can_create_public_streams: 'boolean',
      can_create_private_streams: 'boolean',
      can_create_web_public_streams: 'boolean',
      can_subscribe_other_users: 'boolean',
      can_invite_others_to_realm: 'boolean',
      is_admin: 'boolean',
      is_owner: 'boolean',
      is_moderator: 'boolean',
      is_guest: 'boolean',
      user_id: 'integer',
      email: 'string',
      delivery_email: 'string',
      full_name: 'string',
      cross_realm_bots: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_user_groups'],
    fields: {
      realm_user_groups: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['realm_user_settings_defaults'],
    fields: {
      realm_user_settings_defaults: 'object',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['stop_words'],
    fields: {
      stop_words: 'array',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['user_settings'],
    fields: {
      user_settings: 'object',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['user_status'],
    fields: {
      user_status: 'object',
    },
  },
  {
    owner: 'user-admin',
    fetch: ['video_calls'],
    fields: {
      has_zoom_token: 'boolean',
    },
  },
];

/**
 * Fields that are sent only to clients that request `update_display_settings` or `update_global_notifications`, as the terminal
 * client does. `user_settings` has replaced these fields.
 */
export const replacedFields = [
  'enable_desktop_notifications',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'email_notifications_batching_period_seconds',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_sounds',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_stream_audible_notifications',
  'wildcard_mentions_notify',
  'message_content_in_email_notifications',
  'notification_sound',
  'pm_content_in_desktop_notifications',
  'desktop_icon_count_display',
  'realm_name_in_email_notifications_policy',
  'presence_enabled',
  'available_notification_sounds',
  'color_scheme',
  'default_language',
  'demote_inactive_streams',
  'emojiset',
  'enable_drafts_synchronization',
  'fluid_layout_width',
  'web_home_view',
  'high_contrast_mode',
  'left_side_userlist',
  'starred_message_counts',
  'timezone',
  'translate_emoticons',
  'twenty_four_hour_time',
  'enter_sends',
  'emojiset_choices',
];

/** Fields that only this server sends. Other servers with the same API do not have them. */
export const ownFields = [
  'server_web_push_public_key',
  'event_queue_stream_available',
  'realm_accent_color',
  'realm_allow_replies_from_other_addresses',
  'realm_remove_image_positions',
  'realm_require_second_factor',
  'realm_second_factor_after_provider',
  'realm_session_idle_hours',
  'realm_session_lifetime_hours',
  'realm_sidebar_color',
  'realm_gif_provider',
];

/** Fields of levels above 420, which the 246 fields that clients knew then do not include. */
export const newerFields = [
  'devices',
  'realm_default_avatar_source',
  'realm_media_preview_size',
  'realm_owner_full_content_access',
  'realm_send_channel_events_messages',
  'realm_uuid',
  'tenor_api_key',
];

/** Fields that clients know but this server does not send, each with the reason. */
export const unsupportedFields: Readonly<Record<string, string>> = {
  realm_is_zephyr_mirror_realm: 'removed in level 426',
  demo_organization_scheduled_deletion_date: 'of demonstration organizations only, which there are none of',
  jitsi_server_url: 'replaced by server_jitsi_server_url, and a text even where there is no such server',
};
