import { z } from 'zod';
import { attachmentSchema } from '../objects/attachment.ts';
import { messageSchema } from '../objects/message.ts';

export const checkMessagesMatchNarrowAnswer = z.strictObject({
  messages: z.record(
    z.string(),
    z.strictObject({
      match_content: z.string(),
      match_subject: z.string(),
    }),
  ),
});

export const deleteTopicAnswer = z.strictObject({
  complete: z.boolean(),
});

export const getMessageAnswer = z.strictObject({
  raw_content: z.string().meta({ deprecated: true }),
  message: messageSchema,
});

export const getMessageHistoryAnswer = z.strictObject({
  message_history: z.array(
    z.strictObject({
      topic: z.string(),
      prev_topic: z.string().optional(),
      stream: z.int().optional(),
      prev_stream: z.int().optional(),
      content: z.string(),
      rendered_content: z.string(),
      prev_content: z.string().optional(),
      prev_rendered_content: z.string().optional(),
      user_id: z.int().nullable(),
      content_html_diff: z.string().optional(),
      timestamp: z.int(),
    }),
  ),
});

export const getMessagesAnswer = z.strictObject({
  /** An ID, or 10,000,000,000,000,000 for `newest`, which is too large for an exact JavaScript integer. */
  anchor: z.number().optional(),
  found_newest: z.boolean(),
  found_oldest: z.boolean(),
  found_anchor: z.boolean(),
  history_limited: z.boolean(),
  messages: z.array(messageSchema),
});

export const getRetentionEffectAnswer = z.strictObject({
  messages: z.int(),
  messages_with_files: z.int(),
  is_complete: z.boolean(),
});

export const getReadReceiptsAnswer = z.strictObject({
  user_ids: z.array(z.int()),
});

export const markAllAsReadAnswer = z.strictObject({
  complete: z.boolean(),
});

export const renderMessageAnswer = z.strictObject({
  rendered: z.string(),
});

export const sendMessageAnswer = z.strictObject({
  id: z.int(),
  automatic_new_visibility_policy: z.literal([2, 3]).optional(),
});

export const updateMessageAnswer = z.strictObject({
  detached_uploads: z.array(attachmentSchema),
});

export const updateMessageFlagsAnswer = z.strictObject({
  messages: z.array(z.int()),
  ignored_because_not_subscribed_channels: z.array(z.int()),
});

export const updateMessageFlagsForNarrowAnswer = z.strictObject({
  processed_count: z.int(),
  updated_count: z.int(),
  first_processed_id: z.int().nullable(),
  last_processed_id: z.int().nullable(),
  found_oldest: z.boolean(),
  found_newest: z.boolean(),
  ignored_because_not_subscribed_channels: z.array(z.int()),
});
