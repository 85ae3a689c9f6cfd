import { limits, thumbnailFormats } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { availableProviders } from '../video-calls/providers.ts';

/** Path of the names of all emoji. Clients fetch it without credentials. */
export const emojiDataPath = '/static/generated/emoji/emoji_api.json';

/** Reasons among which a person who reports a message chooses (docs/api/messages.md#reports). */
const reportTypes = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
];

/** Fields that every registration contains, whatever it requests. */
const always = {
  max_reminder_note_length: limits.reminderNoteLength,
  max_bulk_new_subscription_messages: limits.subscriptionNotices,
  server_report_message_types: reportTypes,
};

/** user-admin returns fields named `realm_*`, except the quota and the providers of video calls. */
const realmLimits = {
  max_stream_name_length: limits.channelNameLength,
  max_stream_description_length: limits.channelDescriptionLength,
  max_channel_folder_name_length: limits.channelFolderNameLength,
  max_channel_folder_description_length: limits.channelFolderDescriptionLength,
  max_topic_length: limits.topicLength,
  max_message_length: limits.messageLength,
  max_avatar_file_size_mib: limits.imageMib,
  max_icon_file_size_mib: limits.imageMib,
  max_logo_file_size_mib: limits.imageMib,
  event_queue_longpoll_timeout_seconds: 90,
  event_queue_stream_available: true,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_stopped_wait_period_milliseconds: 5_000,
  server_typing_started_wait_period_milliseconds: 10_000,
  server_min_deactivated_realm_deletion_days: null,
  server_max_deactivated_realm_deletion_days: null,
  server_inline_image_preview: true,
  server_thumbnail_formats: thumbnailFormats.map(({ name, maxWidth, maxHeight, format }) => ({
    name,
    max_width: maxWidth,
    max_height: maxHeight,
    format,
    animated: false,
  })),
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: true,
  server_can_summarize_topics: false,
};

/** Returns the fields of a registration that come from the gateway itself. No other service returns fields with these names. */
export async function serverFields(
  { config, generation }: Pick<Ctx, 'config' | 'generation'>,
  fetchTypes: readonly string[],
): Promise<Record<string, unknown>> {
  if (!fetchTypes.includes('realm')) return always;
  return {
    ...always,
    ...realmLimits,
    server_generation: await generation.read(),
    max_file_upload_size_mib: config.maxUploadMib,
    server_inline_url_embed_preview: config.requestsOtherHosts,
    development_environment: config.environment === 'development',
    server_emoji_data_url: config.publicUrl + emojiDataPath,
    server_jitsi_server_url: config.calls.jitsiServerUrl,
    realm_upload_quota_mib: config.uploadQuotaMib,
    realm_available_video_chat_providers: availableProviders(config.calls),
  };
}
