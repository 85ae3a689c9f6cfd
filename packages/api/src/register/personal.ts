import { z } from 'zod';
import {
  draftSchema,
  reminderSchema,
  savedSnippetSchema,
  scheduledMessageSchema,
} from '../objects/drafts.ts';
import { navigationViewSchema } from '../objects/navigation-view.ts';
import { userSettingsSchema } from '../objects/user-settings.ts';
import { fieldGroup } from './field-group.ts';

export const draftsFields = fieldGroup(['drafts'], {
  drafts: z.array(draftSchema),
});

export const remindersFields = fieldGroup(['reminders'], {
  reminders: z.array(reminderSchema),
});

export const savedSnippetsFields = fieldGroup(['saved_snippets'], {
  saved_snippets: z.array(savedSnippetSchema),
});

export const scheduledMessagesFields = fieldGroup(['scheduled_messages'], {
  scheduled_messages: z.array(scheduledMessageSchema),
});

export const typingFields = fieldGroup([], {
  receives_typing_notifications: z.boolean(),
});

export const alertWordsFields = fieldGroup(['alert_words'], {
  alert_words: z.array(z.string()),
});

export const mutedUsersFields = fieldGroup(['muted_users'], {
  muted_users: z.array(
    z.strictObject({
      id: z.int(),
      timestamp: z.int(),
    }),
  ),
});

export const navigationViewsFields = fieldGroup(['navigation_views'], {
  navigation_views: z.array(navigationViewSchema),
});

export const onboardingStepsFields = fieldGroup(['onboarding_steps'], {
  onboarding_steps: z.array(
    z.strictObject({
      type: z.string(),
      name: z.string(),
    }),
  ),
  navigation_tour_video_url: z.string().nullable(),
});

export const pushDeviceFields = fieldGroup(['push_device'], {
  push_devices: z.record(
    z.string(),
    z.strictObject({
      status: z.string(),
      error_code: z.string().nullable(),
    }),
  ),
});

/** The devices that the user's apps have registered, by device ID. None for a visitor. */
export const deviceFields = fieldGroup([], {
  devices: z.record(
    z.string(),
    z.strictObject({
      push_key_id: z.int().nullable(),
      push_token_id: z.string().nullable(),
      pending_push_token_id: z.string().nullable(),
      push_token_last_updated_timestamp: z.int().nullable(),
      push_registration_error_code: z.string().nullable(),
    }),
  ),
});

export const userSettingsFields = fieldGroup(['user_settings'], {
  user_settings: userSettingsSchema,
});

export const updateGlobalNotificationsFields = fieldGroup(['update_global_notifications'], {
  enable_desktop_notifications: z.boolean(),
  enable_digest_emails: z.boolean(),
  enable_login_emails: z.boolean(),
  enable_marketing_emails: z.boolean(),
  email_notifications_batching_period_seconds: z.int(),
  enable_offline_email_notifications: z.boolean(),
  enable_offline_push_notifications: z.boolean(),
  enable_online_push_notifications: z.boolean(),
  enable_sounds: z.boolean(),
  enable_stream_desktop_notifications: z.boolean(),
  enable_stream_email_notifications: z.boolean(),
  enable_stream_push_notifications: z.boolean(),
  enable_stream_audible_notifications: z.boolean(),
  wildcard_mentions_notify: z.boolean(),
  message_content_in_email_notifications: z.boolean(),
  notification_sound: z.string(),
  pm_content_in_desktop_notifications: z.boolean(),
  desktop_icon_count_display: z.int(),
  realm_name_in_email_notifications_policy: z.int(),
  presence_enabled: z.boolean(),
  available_notification_sounds: z.array(z.string()),
});

export const updateDisplaySettingsFields = fieldGroup(['update_display_settings'], {
  color_scheme: z.int(),
  default_language: z.string(),
  demote_inactive_streams: z.int(),
  emojiset: z.string(),
  enable_drafts_synchronization: z.boolean(),
  fluid_layout_width: z.boolean(),
  web_home_view: z.string(),
  high_contrast_mode: z.boolean(),
  left_side_userlist: z.boolean(),
  starred_message_counts: z.boolean(),
  timezone: z.string(),
  translate_emoticons: z.boolean(),
  twenty_four_hour_time: z.boolean(),
  enter_sends: z.boolean(),
  emojiset_choices: z.array(
    z.strictObject({
      key: z.string(),
      text: z.string(),
    }),
  ),
});
