import { z } from 'zod';
import { fieldGroup } from './field-group.ts';

export const alwaysFields = fieldGroup([], {
  /** ID of the new event queue. Null for a caller without credentials, who gets no queue. */
  queue_id: z.string().nullable(),
  last_event_id: z.int(),
  zulip_feature_level: z.int(),
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
  max_reminder_note_length: z.int(),
  max_bulk_new_subscription_messages: z.int(),
  /** Absent when `queue_id` is null. */
  idle_queue_timeout_secs: z.int().optional(),
  server_report_message_types: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
    }),
  ),
});

export const serverFields = fieldGroup(['realm'], {
  max_stream_name_length: z.int(),
  max_stream_description_length: z.int(),
  max_channel_folder_name_length: z.int(),
  max_channel_folder_description_length: z.int(),
  max_topic_length: z.int(),
  max_message_length: z.int(),
  server_min_deactivated_realm_deletion_days: z.int().nullable(),
  server_max_deactivated_realm_deletion_days: z.int().nullable(),
  server_presence_ping_interval_seconds: z.int(),
  server_presence_offline_threshold_seconds: z.int(),
  server_typing_started_expiry_period_milliseconds: z.int(),
  server_typing_stopped_wait_period_milliseconds: z.int(),
  server_typing_started_wait_period_milliseconds: z.int(),
  max_icon_file_size_mib: z.int(),
  max_logo_file_size_mib: z.int(),
  development_environment: z.boolean(),
  server_generation: z.int(),
  max_file_upload_size_mib: z.int(),
  max_avatar_file_size_mib: z.int(),
  server_inline_image_preview: z.boolean(),
  server_inline_url_embed_preview: z.boolean(),
  server_thumbnail_formats: z.array(
    z.strictObject({
      name: z.string(),
      max_width: z.int(),
      max_height: z.int(),
      format: z.string(),
      animated: z.boolean(),
    }),
  ),
  server_avatar_changes_disabled: z.boolean(),
  server_name_changes_disabled: z.boolean(),
  server_needs_upgrade: z.boolean(),
  server_web_public_streams_enabled: z.boolean(),
  event_queue_stream_available: z.boolean(),
  server_emoji_data_url: z.string(),
  server_jitsi_server_url: z.string().nullable(),
  server_can_summarize_topics: z.boolean(),
  realm_upload_quota_mib: z.int().nullable(),
  realm_available_video_chat_providers: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      id: z.int(),
    }),
  ),
  event_queue_longpoll_timeout_seconds: z.int(),
});
