import { z } from 'zod';

export const attachmentSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    path_id: z.string(),
    size: z.int(),
    /** In seconds since the Unix epoch. */
    create_time: z.int(),
    /** IDs of the messages that link to the file, in ascending order; the newest 5,000. */
    message_ids: z.array(z.int()),
    /** The same messages, for older clients. Times are in seconds since the Unix epoch. */
    messages: z.array(z.strictObject({ id: z.int(), date_sent: z.int() })),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachmentSchema>;

/** Whether searches find a file by its text, or why not. */
export const textStatusSchema = z.enum([
  'pending',
  'text',
  'encrypted',
  'broken',
  'unsupported',
  'too_large',
]);

export const listedAttachmentSchema = attachmentSchema
  .extend({
    /**
     * Whether searches find the file by its text. `pending`: it was not read yet; `encrypted`: it needs a password; `broken`: it
     * does not have the form of its type; `unsupported`: its type has no text that is read; `too_large`: reading it costs too much.
     */
    text_status: textStatusSchema,
  })
  .meta({ id: 'ListedAttachment' });
