import { z } from 'zod';

/** The content and topic of a message with the searched words marked as HTML. */
export const searchMatchSchema = z.strictObject({
  match_content: z.string(),
  match_subject: z.string(),
});

export type SearchMatch = z.infer<typeof searchMatchSchema>;
