import { z } from 'zod';

export const draftSchema = z
  .strictObject({
    id: z.int(),
    type: z.enum(['', 'stream', 'private']),
    to: z.array(z.int()),
    topic: z.string(),
    content: z.string(),
    timestamp: z.int(),
  })
  .meta({ id: 'Draft' });
export type Draft = z.infer<typeof draftSchema>;

export const reminderSchema = z
  .strictObject({
    reminder_id: z.int(),
    type: z.enum(['private']),
    to: z.array(z.int()),
    content: z.string(),
    rendered_content: z.string(),
    scheduled_delivery_timestamp: z.int(),
    failed: z.boolean(),
    reminder_target_message_id: z.int(),
  })
  .meta({ id: 'Reminder' });
export type Reminder = z.infer<typeof reminderSchema>;

export const savedSnippetSchema = z
  .strictObject({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    date_created: z.int(),
  })
  .meta({ id: 'SavedSnippet' });
export type SavedSnippet = z.infer<typeof savedSnippetSchema>;

export const scheduledMessageSchema = z
  .strictObject({
    scheduled_message_id: z.int(),
    type: z.enum(['stream', 'private']),
    to: z.union([z.int(), z.array(z.int())]),
    /** Absent for direct messages. */
    topic: z.string().optional(),
    content: z.string(),
    rendered_content: z.string(),
    scheduled_delivery_timestamp: z.int(),
    failed: z.boolean(),
  })
  .meta({ id: 'ScheduledMessage' });
export type ScheduledMessage = z.infer<typeof scheduledMessageSchema>;
