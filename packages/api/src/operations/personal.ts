import { z } from 'zod';
import {
  draftSchema,
  reminderSchema,
  savedSnippetSchema,
  scheduledMessageSchema,
} from '../objects/drafts.ts';
import { navigationViewSchema } from '../objects/navigation-view.ts';
import { clientPresenceSchema } from '../objects/presence.ts';
import { userStatusSchema } from '../objects/user.ts';

export const addAlertWordsAnswer = z.strictObject({
  alert_words: z.array(z.string()),
});

export const createDraftsAnswer = z.strictObject({
  ids: z.array(z.int()),
});

export const createMessageReminderAnswer = z.strictObject({
  reminder_id: z.int(),
});

export const createSavedSnippetAnswer = z.strictObject({
  saved_snippet_id: z.int(),
});

export const createScheduledMessageAnswer = z.strictObject({
  scheduled_message_id: z.int(),
});

export const getAlertWordsAnswer = z.strictObject({
  alert_words: z.array(z.string()),
});

export const getDraftsAnswer = z.strictObject({
  count: z.int(),
  drafts: z.array(draftSchema),
});

export const getNavigationViewsAnswer = z.strictObject({
  navigation_views: z.array(navigationViewSchema),
});

export const getPresenceAnswer = z.strictObject({
  server_timestamp: z.number(),
  presences: z.record(z.string(), z.record(z.string(), clientPresenceSchema)),
});

export const getRemindersAnswer = z.strictObject({
  reminders: z.array(reminderSchema),
});

export const getSavedSnippetsAnswer = z.strictObject({
  saved_snippets: z.array(savedSnippetSchema),
});

export const getScheduledMessagesAnswer = z.strictObject({
  scheduled_messages: z.array(scheduledMessageSchema),
});

export const getUserPresenceAnswer = z.strictObject({
  presence: z.record(
    z.string(),
    z.strictObject({
      timestamp: z.int(),
      status: z.string(),
    }),
  ),
});

export const getUserStatusAnswer = z.strictObject({
  status: userStatusSchema,
});

export const removeAlertWordsAnswer = z.strictObject({
  alert_words: z.array(z.string()),
});

export const updatePresenceAnswer = z.strictObject({
  presence_last_update_id: z.int().optional(),
  server_timestamp: z.number().optional(),
  presences: z
    .record(
      z.string(),
      z.union([
        z.strictObject({
          active_timestamp: z.int().optional(),
          idle_timestamp: z.int(),
        }),
        z.record(z.string(), clientPresenceSchema),
      ]),
    )
    .optional(),
  zephyr_mirror_active: z.boolean().optional().meta({ deprecated: true }),
});

export const registerClientDeviceAnswer = z.strictObject({
  device_id: z.int(),
});
