import { z } from 'zod';
import { attachmentSchema } from '../objects/attachment.ts';
import {
  draftSchema,
  reminderSchema,
  savedSnippetSchema,
  scheduledMessageSchema,
} from '../objects/drafts.ts';
import { navigationViewSchema } from '../objects/navigation-view.ts';
import { event, eventWithOp, recipients } from './event.ts';

const byOwner = (...causes: string[]) => ({ recipients: recipients.owner, causes });

export const settingValueSchema = z.union([z.boolean(), z.int(), z.string()]);

const attachmentMembers = { attachment: attachmentSchema, upload_space_used: z.int() };

/** Schemas of the events about a user's personal settings and lists. The keys are `type` or `type/op`. */
export const personalEvents = {
  alert_words: event(
    'alert_words',
    { alert_words: z.array(z.string()) },
    byOwner('add-alert-words', 'remove-alert-words'),
  ),
  muted_users: event(
    'muted_users',
    { muted_users: z.array(z.strictObject({ id: z.int(), timestamp: z.int() })) },
    byOwner('mute-user', 'unmute-user'),
  ),
  onboarding_steps: event(
    'onboarding_steps',
    { onboarding_steps: z.array(z.strictObject({ type: z.string(), name: z.string() })) },
    byOwner('finish-onboarding-step'),
  ),
  has_zoom_token: event(
    'has_zoom_token',
    { value: z.boolean() },
    byOwner('connecting a Zoom account', 'create-zoom-video-call'),
  ),
  'navigation_view/add': eventWithOp(
    'navigation_view',
    'add',
    { navigation_view: navigationViewSchema },
    byOwner('add-navigation-view'),
  ),
  'navigation_view/update': eventWithOp(
    'navigation_view',
    'update',
    {
      fragment: z.string(),
      data: z.strictObject({
        name: z.string().nullable().optional(),
        is_pinned: z.boolean().nullable().optional(),
      }),
    },
    byOwner('edit-navigation-view'),
  ),
  'navigation_view/remove': eventWithOp(
    'navigation_view',
    'remove',
    { fragment: z.string() },
    byOwner('remove-navigation-view'),
  ),
  'user_settings/update': eventWithOp(
    'user_settings',
    'update',
    {
      property: z.string(),
      value: settingValueSchema,
      /** Display name of the language. Present only when `property` is `default_language`. */
      language_name: z.string().optional(),
    },
    byOwner('update-settings'),
  ),
  'drafts/add': eventWithOp('drafts', 'add', { drafts: z.array(draftSchema) }, byOwner('create-drafts')),
  'drafts/update': eventWithOp('drafts', 'update', { draft: draftSchema }, byOwner('edit-draft')),
  'drafts/remove': eventWithOp('drafts', 'remove', { draft_id: z.int() }, byOwner('delete-draft')),
  'saved_snippets/add': eventWithOp(
    'saved_snippets',
    'add',
    { saved_snippet: savedSnippetSchema },
    byOwner('create-saved-snippet'),
  ),
  'saved_snippets/update': eventWithOp(
    'saved_snippets',
    'update',
    { saved_snippet: savedSnippetSchema },
    byOwner('edit-saved-snippet'),
  ),
  'saved_snippets/remove': eventWithOp(
    'saved_snippets',
    'remove',
    { saved_snippet_id: z.int() },
    byOwner('delete-saved-snippet'),
  ),
  'scheduled_messages/add': eventWithOp(
    'scheduled_messages',
    'add',
    { scheduled_messages: z.array(scheduledMessageSchema) },
    byOwner('create-scheduled-message'),
  ),
  'scheduled_messages/update': eventWithOp(
    'scheduled_messages',
    'update',
    { scheduled_message: scheduledMessageSchema },
    byOwner('update-scheduled-message', 'a scheduled message that cannot be sent'),
  ),
  'scheduled_messages/remove': eventWithOp(
    'scheduled_messages',
    'remove',
    { scheduled_message_id: z.int() },
    byOwner('delete-scheduled-message', 'a scheduled message that was sent'),
  ),
  'reminders/add': eventWithOp(
    'reminders',
    'add',
    { reminders: z.array(reminderSchema) },
    byOwner('create-message-reminder'),
  ),
  'reminders/remove': eventWithOp(
    'reminders',
    'remove',
    { reminder_id: z.int() },
    byOwner('delete-reminder', 'a reminder that was sent'),
  ),
  push_device: event(
    'push_device',
    {
      push_account_id: z.string(),
      status: z.enum(['active', 'failed']),
      /** Present only when `status` is `failed`. */
      error_code: z.string().optional(),
    },
    byOwner('an answer of the push forwarding service'),
  ),
  'device/add': eventWithOp('device', 'add', { device_id: z.int() }, byOwner('register-client-device')),
  'device/update': eventWithOp(
    'device',
    'update',
    {
      device_id: z.int(),
      push_key_id: z.int().nullable().optional(),
      push_token_id: z.string().nullable().optional(),
      pending_push_token_id: z.string().nullable().optional(),
      push_token_last_updated_timestamp: z.int().optional(),
      push_registration_error_code: z.string().nullable().optional(),
    },
    byOwner('register-push-device', 'an answer of the push forwarding service'),
  ),
  'device/remove': eventWithOp(
    'device',
    'remove',
    { device_id: z.int() },
    byOwner('remove-client-device', 'register-client-device, for the oldest one', 'a new API key'),
  ),
  'attachment/add': eventWithOp(
    'attachment',
    'add',
    attachmentMembers,
    byOwner('upload-file', 'resumable-upload'),
  ),
  'attachment/update': eventWithOp(
    'attachment',
    'update',
    attachmentMembers,
    byOwner('send-message', 'update-message', 'delete-message'),
  ),
  'attachment/remove': eventWithOp(
    'attachment',
    'remove',
    { attachment: z.strictObject({ id: z.int() }), upload_space_used: z.int() },
    byOwner('remove-attachment'),
  ),
};
